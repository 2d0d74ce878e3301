-- What the members' inbox lists and keeps, beside what integrations see.

-- Views of the inbox. As in conversations_list, the trailing columns are skipped by inside the index. A view that most
-- conversations are not in has an index of its own, or a page of it would be looked for through all of them.
create index conversations_open on conversations
  (shop_id, active_key desc, id desc, member_id, is_chat_bot, channel, is_read)
  where status = 'open' and datastore = 'postgresql' and not is_playground;
create index conversations_assigned on conversations
  (shop_id, member_id, active_key desc, id desc, status, is_read)
  where datastore = 'postgresql' and not is_playground and member_id is not null;
create index conversations_starred on conversations
  (shop_id, active_key desc, id desc, status, member_id)
  where is_starred and datastore = 'postgresql' and not is_playground;

-- People are searched by the beginning of their name, and of what follows its first word.
alter table contacts add column name_key text collate "C" generated always as (
  lower(coalesce(name, first_name || ' ' || last_name, first_name, last_name))) stored;
alter table contacts add column name_rest_key text collate "C" generated always as (
  lower(regexp_replace(coalesce(name, first_name || ' ' || last_name, last_name), '^\S+\s+', ''))) stored;
create index contacts_name on contacts (shop_id, name_key) where name_key is not null;
create index contacts_name_rest on contacts (shop_id, name_rest_key) where name_rest_key is not null;
create index orders_email on orders (shop_id, email_key) where email_key is not null;

create table canned_replies (
  shop_id    text collate "C" not null,
  id         text collate "C" not null,
  shortcut   text collate "C" not null,          -- typed after a slash; in lower case
  text       text not null,
  updated_by text collate "C",
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint canned_replies_pk primary key (shop_id, id),
  constraint canned_replies_shortcut unique (shop_id, shortcut),
  constraint canned_replies_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);

create table audit_log (
  -- Who changed what in the store's settings, team and credentials. Never a secret.
  shop_id   text collate "C" not null,
  id        text collate "C" not null,           -- time-ordered
  at        timestamptz(3) not null,
  member_id text collate "C" not null,
  action    text collate "C" not null,
  target    text,
  details   jsonb not null default '{}',
  constraint audit_log_pk primary key (shop_id, id),
  constraint audit_log_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);

-- People who talk to a store: what is known of them, groups of them, merging them, requests for their data.
-- email_key is the address in lower case, as of members.

create table contacts (
  -- One person who talks to the store.
  shop_id           text collate "C" not null,
  id                text collate "C" not null,
  platform_id       text,                                -- the shop's own id of the customer
  type              text not null default 'anonymous' constraint contacts_type check (type in ('anonymous', 'guest', 'customer')),
  name              text,
  first_name        text,
  last_name         text,
  -- People are searched by the beginning of their name, and of what follows its first word.
  name_key          text collate "C" generated always as (
    lower(coalesce(name, first_name || ' ' || last_name, first_name, last_name))) stored,
  name_rest_key     text collate "C" generated always as (
    lower(regexp_replace(coalesce(name, first_name || ' ' || last_name, last_name), '^\S+\s+', ''))) stored,
  email             text,
  email_key         text collate "C",
  email_claimed_at  timestamptz(3),                      -- when a browser gave the address: nobody has proven that it is theirs. Null: the shop gave it
  phone             text,
  channels          text[] not null default '{}',
  tags              text[],
  note              text,
  custom_attributes jsonb,
  address1          text,
  address2          text,
  city              text,
  zip               text,
  country           text,
  country_code      text,
  orders_count      integer,
  total_spent       double precision,
  ip_address        text,
  ip_location       text,
  browser           text,
  browser_version   text,
  os                text,
  device_type       text,
  sender_seq        bigint,
  is_blocked        boolean not null default false,
  is_redacted       boolean not null default false,
  merged_into       text collate "C",                    -- the contact that stays; this row stays with where it went (decision 78)
  last_chat_at      timestamptz(3),
  created_at        timestamptz(3) not null,
  updated_at        timestamptz(3),
  constraint contacts_pk primary key (shop_id, id),
  constraint contacts_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);
create index contacts_list on contacts (shop_id, created_at desc, id desc);
create index contacts_email on contacts (shop_id, email_key) where email_key is not null;
create index contacts_platform on contacts (shop_id, platform_id) where platform_id is not null;
create index contacts_name on contacts (shop_id, name_key) where name_key is not null;
create index contacts_name_rest on contacts (shop_id, name_rest_key) where name_rest_key is not null;
create index contacts_merged on contacts (shop_id, merged_into) where merged_into is not null;

create table data_requests (
  -- A privacy request for a customer's data: noted for support, never answered automatically (spec 1.3).
  shop_id      text collate "C" not null,
  id           text collate "C" not null,
  contact_id   text collate "C" not null,
  requested_at timestamptz(3) not null,
  constraint data_requests_pk primary key (shop_id, id),
  constraint data_requests_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);

create table segments (
  -- One group of contacts by conditions (core/segments/segment.ts), which are examined when somebody asks.
  shop_id    text collate "C" not null,
  id         text collate "C" not null,
  name       text not null,
  conditions jsonb not null,                     -- all of them hold
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint segments_pk primary key (shop_id, id),
  constraint segments_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);

create table merge_undo_log (
  -- What undoing a merge of two contacts, or of two conversations, needs. Deleted once the merge cannot be undone any
  -- more, and with the contact that it is about.
  shop_id    text collate "C" not null,
  id         text collate "C" not null,
  kind       text collate "C" not null default 'contact'
    constraint merge_undo_log_kind check (kind in ('contact', 'conversation')),
  source_id  text collate "C" not null,          -- the record that went
  target_id  text collate "C" not null,          -- the one that stays
  member_id  text collate "C",                   -- who did it
  undo       jsonb not null,                     -- what was moved, and the fields that changed
  undo_until timestamptz(3) not null,
  created_at timestamptz(3) not null,
  constraint merge_undo_log_pk primary key (shop_id, id),
  constraint merge_undo_log_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);
create index merge_undo_log_of_source on merge_undo_log (shop_id, source_id);
create index merge_undo_log_of_target on merge_undo_log (shop_id, target_id);
create index merge_undo_log_age on merge_undo_log (shop_id, undo_until);

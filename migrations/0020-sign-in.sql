-- How members sign in: by address and password, in sessions that are known by a hash.

-- member_email: a hash of the address, a colon and the store's id, since one address may belong to members of several
-- stores. All of an address are found by its hash as a prefix.
alter table shop_directory drop constraint shop_directory_kind;
alter table shop_directory add constraint shop_directory_kind
  check (kind in ('app_id', 'api_key', 'webhook_secret', 'member_email'));
set local app.shop_id = '*';
insert into shop_directory (kind, lookup, shop_id, ref_id)
  select 'member_email', encode(sha256(convert_to(email_key, 'UTF8')), 'hex') || ':' || shop_id, shop_id, id from members;

create table sessions (
  shop_id      text collate "C" not null,
  id           text collate "C" not null,
  member_id    text collate "C" not null,
  token_hash   text collate "C" not null,
  user_agent   text not null,
  ip_address   text not null,
  created_at   timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,          -- kept to some minutes, not to each request
  constraint sessions_pk primary key (shop_id, id),
  constraint sessions_token unique (shop_id, token_hash),
  constraint sessions_member foreign key (shop_id, member_id) references members (shop_id, id) on delete cascade
);
create index sessions_member on sessions (shop_id, member_id);

create table member_links (
  -- Links that an admin hands over: an invitation for an address, or a new password for a member. They work once.
  shop_id    text collate "C" not null,
  id         text collate "C" not null,
  kind       text not null constraint member_links_kind check (kind in ('invitation', 'password')),
  token_hash text collate "C" not null,
  email      text not null,
  email_key  text collate "C" not null,
  role       text not null constraint member_links_role check (role in ('admin', 'member')),
  member_id  text collate "C",                   -- whose password; null for an invitation
  created_by text collate "C" not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  constraint member_links_pk primary key (shop_id, id),
  constraint member_links_token unique (shop_id, token_hash),
  constraint member_links_member foreign key (shop_id, member_id) references members (shop_id, id) on delete cascade,
  constraint member_links_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);

create table second_factors (
  -- The secret has to be kept as it is, for codes are computed from it. It counts once it is confirmed.
  shop_id         text collate "C" not null,
  member_id       text collate "C" not null,
  secret          text not null,
  confirmed_at    timestamptz(3),
  last_step       bigint not null default 0,     -- a code works once
  recovery_hashes text[] not null default '{}',
  constraint second_factors_pk primary key (shop_id, member_id),
  constraint second_factors_member foreign key (shop_id, member_id) references members (shop_id, id) on delete cascade
);

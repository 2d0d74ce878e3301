-- Stores, their API keys, and the one table that is read without knowing the store.
-- Rules for every table (docs/architecture.md, "One schema for one machine and for many"):
-- shop_id first in each primary, unique and foreign key; ids are made by the application; no triggers.

create table shop_directory (
  -- What a credential or a public id belongs to. Written rarely; holds hashes, never secrets.
  kind       text not null constraint shop_directory_kind check (kind in ('app_id', 'api_key', 'webhook_secret')),
  lookup     text collate "C" not null,
  shop_id    text collate "C" not null,
  ref_id     text collate "C",
  created_at timestamptz not null default now(),
  constraint shop_directory_pk primary key (kind, lookup)
);
create index shop_directory_shop on shop_directory (shop_id, kind);

create table shops (
  shop_id        text collate "C" not null,
  app_id         text collate "C" not null,
  name           text not null,
  plan           text not null default 'free' constraint shops_plan check (plan in ('free', 'basic', 'pro', 'plus')),
  settings       jsonb not null default '{}',
  owner_id       text collate "C",               -- the member the store was made with
  installed_at   timestamptz not null,
  uninstalled_at timestamptz,
  created_at     timestamptz not null,
  constraint shops_pk primary key (shop_id)
);
create index shops_list on shops (created_at desc, shop_id desc);

create table shop_counters (
  -- Numbers that are kept rather than counted: the last pgConvoId given out, and how many contacts there are.
  -- Apart from shops, so that a busy store does not rewrite its settings row.
  shop_id       text collate "C" not null,
  pg_convo_id   bigint not null default 0,
  contact_count bigint not null default 0,
  constraint shop_counters_pk primary key (shop_id),
  constraint shop_counters_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);

create table api_keys (
  shop_id    text collate "C" not null,
  id         text collate "C" not null,
  name       text not null,
  key_hash   text collate "C" not null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  constraint api_keys_pk primary key (shop_id, id),
  constraint api_keys_hash unique (shop_id, key_hash),
  constraint api_keys_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);

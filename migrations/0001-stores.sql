-- Stores, their API keys, and the one table that is read without knowing the store.
-- Rules for every table (docs/architecture.md, "One schema for one machine and for many"):
-- shop_id first in each primary, unique and foreign key; ids are made by the application; no triggers.

create table shop_directory (
  -- One row for each credential or public id that names a store: it is looked up before the store is known.
  -- Written rarely; holds hashes, never secrets. Of some kinds `lookup` has a form of its own:
  -- member_email: a hash of the address, a colon and the store's id, for one address may belong to members of several
  --   stores; all of an address are found by the hash as a prefix.
  -- mail_account: the id of a mailbox's account. mail_store: the store's key in signed addresses.
  kind       text not null constraint shop_directory_kind check (
    kind in ('app_id', 'api_key', 'webhook_secret', 'member_email', 'channel_account', 'mail_account', 'mail_store',
      'connection')),
  lookup     text collate "C" not null,          -- what is looked up, as given or hashed
  shop_id    text collate "C" not null,
  ref_id     text collate "C",                   -- the record in the store that it belongs to
  created_at timestamptz not null default now(),
  constraint shop_directory_pk primary key (kind, lookup)
);
create index shop_directory_shop on shop_directory (shop_id, kind);

create table shops (
  -- One store: the tenant that all rows with its shop_id belong to.
  shop_id               text collate "C" not null,
  app_id                text collate "C" not null,      -- public: browsers name the store with it
  name                  text not null,
  plan                  text not null default 'free' constraint shops_plan check (plan in ('free', 'basic', 'pro', 'plus')),
  settings              jsonb not null default '{}',
  owner_id              text collate "C",               -- the member the store was made with
  require_second_factor boolean not null default false, -- members need a second factor before they see anything
  is_demo               boolean not null default false, -- the demo shop sells for it: made by the first start, to look around in
  installed_at          timestamptz not null,
  uninstalled_at        timestamptz,
  created_at            timestamptz not null,
  constraint shops_pk primary key (shop_id)
);
create index shops_list on shops (created_at desc, shop_id desc);
create index shops_demo on shops (created_at) where is_demo;

create table shop_counters (
  -- One row for each store: numbers that are kept rather than counted.
  -- Apart from shops, so that a busy store does not rewrite its settings row.
  shop_id       text collate "C" not null,
  pg_convo_id   bigint not null default 0,       -- the last pgConvoId given out
  contact_count bigint not null default 0,
  constraint shop_counters_pk primary key (shop_id),
  constraint shop_counters_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);

create table api_keys (
  -- One API key of a store's integrations.
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

create table audit_log (
  -- One change of the store's settings, team or credentials, and who made it. Never a secret.
  shop_id   text collate "C" not null,
  id        text collate "C" not null,           -- time-ordered
  at        timestamptz(3) not null,
  actor     text not null default 'member',      -- member, operator, api_key, assistant, subscription
  member_id text collate "C",                    -- null where the actor is not a member
  action    text collate "C" not null,
  target    text,                                -- what was changed
  details   jsonb not null default '{}',
  constraint audit_log_pk primary key (shop_id, id),
  constraint audit_log_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);

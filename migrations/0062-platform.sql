-- The platform behind a store: connections to its shop, what the shop told, and how far it was read.

set local app.shop_id = '*';

alter table shop_directory drop constraint shop_directory_kind;
alter table shop_directory add constraint shop_directory_kind check (
  kind in ('app_id', 'api_key', 'webhook_secret', 'member_email', 'channel_account', 'mail_account', 'mail_store',
    'connection'));

create table connections (
  -- A shop that the store's catalogue and orders come from. One that was removed keeps its row; its credentials go.
  shop_id     text collate "C" not null,
  id          text collate "C" not null,
  kind        text collate "C" not null
    constraint connections_kind check (kind in ('custom', 'vendure', 'woocommerce', 'shopify')),
  shop_domain text collate "C",                   -- null where nobody named it
  secret      text,                               -- its credentials as JSON, encrypted; null once it is removed
  state       text collate "C" not null
    constraint connections_state check (state in ('connected', 'broken', 'disconnected')),
  last_error  text,                               -- for people
  pulls_at    timestamptz(3),                     -- when the shop is read next; null: never
  lease       uuid,                               -- of who reads it now, until pulls_at
  created_at  timestamptz(3) not null,
  updated_at  timestamptz(3) not null,
  constraint connections_pk primary key (shop_id, id),
  constraint connections_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);
create index connections_pulls on connections (shop_id, pulls_at) where pulls_at is not null;

create table sync_cursors (
  -- How far a kind of record was read from the shop.
  shop_id       text collate "C" not null,
  connection_id text collate "C" not null,
  kind          text collate "C" not null,
  cursor        text,                             -- where the reading under way goes on; null: from the beginning
  since         timestamptz(3),                   -- that reading asks for what changed since; null: for everything
  begun_at      timestamptz(3),                   -- when that reading began; null: none is under way
  done_at       timestamptz(3),                   -- when the last reading that ended had begun; null: none has ended
  total         integer,                          -- of the reading under way, as the shop says
  constraint sync_cursors_pk primary key (shop_id, connection_id, kind),
  constraint sync_cursors_connection foreign key (shop_id, connection_id) references connections (shop_id, id) on delete cascade
);

create table platform_inbound (
  -- What a shop sent, as it sent it, until it is applied. Of one connection always the earliest first.
  shop_id       text collate "C" not null,
  id            uuid not null,
  connection_id text collate "C" not null,
  payload       bytea not null,
  due_at        timestamptz(3),                   -- null: it could not be applied
  lease         uuid,
  attempts      integer not null default 0,
  error         text,
  created_at    timestamptz(3) not null,
  constraint platform_inbound_pk primary key (shop_id, id),
  constraint platform_inbound_connection foreign key (shop_id, connection_id) references connections (shop_id, id) on delete cascade
);
create index platform_inbound_due on platform_inbound (shop_id, due_at) where due_at is not null;
create index platform_inbound_order on platform_inbound (shop_id, connection_id, id) where due_at is not null;
create index platform_inbound_old on platform_inbound (shop_id, created_at) where due_at is null;

create table platform_deliveries (
  -- Deliveries that were taken: their ids, and their signatures. One that comes again changes nothing.
  shop_id       text collate "C" not null,
  connection_id text collate "C" not null,
  mark          text collate "C" not null,        -- sha256 of `id …` or `signature …`
  created_at    timestamptz(3) not null,
  constraint platform_deliveries_pk primary key (shop_id, connection_id, mark),
  constraint platform_deliveries_connection foreign key (shop_id, connection_id)
    references connections (shop_id, id) on delete cascade
);
create index platform_deliveries_old on platform_deliveries (shop_id, created_at);

create table platform_records (
  -- What is known of the shop's side of a record: which version we have, and whether it was deleted. Of people there is a
  -- hash in place of the id: what was redacted must not come back with an older hint.
  shop_id       text collate "C" not null,
  kind          text collate "C" not null,
  id            text collate "C" not null,
  platform_id   text collate "C",                 -- the shop's own id of an order, where its number is another
  connection_id text collate "C",
  version       timestamptz(3) not null,          -- when the shop changed it last
  is_deleted    boolean not null default false,
  seen_at       timestamptz(3) not null,          -- when the shop told it last
  constraint platform_records_pk primary key (shop_id, kind, id),
  constraint platform_records_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);
create index platform_records_of_platform on platform_records (shop_id, kind, platform_id) where platform_id is not null;
create index platform_records_of_connection on platform_records (shop_id, connection_id, kind);

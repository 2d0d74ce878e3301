-- The shop behind a store: connections to it, what it reported, how far it was read, and what members do with its orders.

create table shop_connections (
  -- A shop that the store's catalogue and orders come from. One that was removed keeps its row; its credentials go.
  shop_id      text collate "C" not null,
  id           text collate "C" not null,
  kind         text collate "C" not null
    constraint shop_connections_kind check (kind in ('custom', 'vendure', 'woocommerce', 'shopify')),
  shop_domain  text collate "C",                  -- null where nobody named it
  secret       text,                              -- its credentials as JSON, encrypted; null once it is removed
  state        text collate "C" not null
    constraint shop_connections_state check (state in ('connected', 'broken', 'disconnected')),
  last_error   text,                              -- for people
  next_sync_at timestamptz(3),                    -- when the shop is read next; null: never
  lease        uuid,                              -- of the process that reads it now, until next_sync_at
  created_at   timestamptz(3) not null,
  updated_at   timestamptz(3) not null,
  constraint shop_connections_pk primary key (shop_id, id),
  constraint shop_connections_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);
-- Time first: the looks over all stores go by time; a claim of one store's passes over the entries of others without
-- reading their rows.
create index shop_connections_next_sync on shop_connections (next_sync_at, shop_id) where next_sync_at is not null;

create table sync_cursors (
  -- How far one kind of record was read from the shop.
  shop_id           text collate "C" not null,
  connection_id     text collate "C" not null,
  kind              text collate "C" not null,
  cursor            text,                         -- where the reading under way continues; null: from the beginning
  since             timestamptz(3),               -- that reading asks for what changed since; null: for everything
  begun_at          timestamptz(3),               -- when that reading began; null: none is under way
  done_at           timestamptz(3),               -- when the last reading that ended had begun; null: none has ended
  last_full_sync_at timestamptz(3),               -- when the last reading of everything that ended had begun: a shop is read whole once a day
  total             integer,                      -- of the reading under way, as the shop says
  constraint sync_cursors_pk primary key (shop_id, connection_id, kind),
  constraint sync_cursors_connection foreign key (shop_id, connection_id) references shop_connections (shop_id, id) on delete cascade
);

create table shop_webhook_inbox (
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
  constraint shop_webhook_inbox_pk primary key (shop_id, id),
  constraint shop_webhook_inbox_connection foreign key (shop_id, connection_id) references shop_connections (shop_id, id) on delete cascade
);
create index shop_webhook_inbox_due on shop_webhook_inbox (shop_id, due_at) where due_at is not null;
create index shop_webhook_inbox_order on shop_webhook_inbox (shop_id, connection_id, id) where due_at is not null;
create index shop_webhook_inbox_old on shop_webhook_inbox (shop_id, created_at) where due_at is null;

create table shop_webhook_dedup_keys (
  -- The id, or the signature, of one delivery from a shop that was taken: the same one again changes nothing.
  shop_id       text collate "C" not null,
  connection_id text collate "C" not null,
  dedup_key     text collate "C" not null,        -- SHA-256 of `id …` or `signature …`
  created_at    timestamptz(3) not null,
  constraint shop_webhook_dedup_keys_pk primary key (shop_id, connection_id, dedup_key),
  constraint shop_webhook_dedup_keys_connection foreign key (shop_id, connection_id)
    references shop_connections (shop_id, id) on delete cascade
);
create index shop_webhook_dedup_keys_old on shop_webhook_dedup_keys (shop_id, created_at);

create table shop_record_versions (
  -- What is known of the shop's side of one record: which version we have, and whether it was deleted. Of people there is
  -- a hash in place of the id: what was redacted must not come back with an older hint.
  shop_id       text collate "C" not null,
  kind          text collate "C" not null,
  id            text collate "C" not null,
  platform_id   text collate "C",                 -- the shop's own id of an order, where its number is another
  connection_id text collate "C",
  version       timestamptz(3) not null,          -- when the shop changed it last
  is_deleted    boolean not null default false,   -- here
  -- Deleted here, but not there: a record that the shop shows to nobody, such as a draft or an offer that is over. Counted
  -- where what the shop has is compared with what we know of, so that such a record does not hide the loss of another one.
  is_hidden     boolean not null default false,
  seen_at       timestamptz(3) not null,          -- when the shop reported it last
  constraint shop_record_versions_pk primary key (shop_id, kind, id),
  constraint shop_record_versions_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);
create index shop_record_versions_of_platform on shop_record_versions (shop_id, kind, platform_id) where platform_id is not null;
create index shop_record_versions_of_connection on shop_record_versions (shop_id, connection_id, kind);

create table order_actions (
  -- What a member did with an order in the shop: written down before the shop is asked, so that nothing is done twice.
  -- Not bound to the conversation: what was done with money stays when that is deleted. No address, and no reason.
  shop_id         text collate "C" not null,
  id              uuid not null,                  -- given by the browser: the same again is the same action
  order_id        text collate "C" not null,      -- the order's number without a leading #
  connection_id   text collate "C" not null,
  platform_id     text collate "C" not null,      -- the shop's own id of the order
  kind            text collate "C" not null constraint order_actions_kind check (kind in ('cancel', 'refund', 'address')),
  amount          text collate "C",               -- of a refund: decimal text
  currency_code   text collate "C",
  member_id       text collate "C" not null,
  conversation_id text collate "C" not null,
  state           text collate "C" not null
    constraint order_actions_state check (state in ('pending', 'done', 'refused', 'unknown')),
  detail          text,                           -- why it was refused or is unknown, or what is left to do in the shop
  times_out_at    timestamptz(3),                 -- pending until then, it is unknown; null: it has ended
  created_at      timestamptz(3) not null,
  ended_at        timestamptz(3),
  constraint order_actions_pk primary key (shop_id, id),
  constraint order_actions_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);
create index order_actions_of_order on order_actions (shop_id, order_id, created_at);
create index order_actions_of_conversation on order_actions (shop_id, conversation_id);
-- One at a time is done with an order.
create unique index order_actions_pending on order_actions (shop_id, order_id) where state = 'pending';
create index order_actions_timeouts on order_actions (times_out_at, shop_id) where times_out_at is not null;

-- The outbox of events; webhook subscriptions, one delivery for each subscription an event reaches, and a log of the attempts.

create table events (
  -- One event, inserted by the transaction of the act that it reports, with the exact bytes that will be signed and sent
  -- (spec 6.2.1).
  shop_id         text collate "C" not null,
  id              text collate "C" not null,
  type            text not null,
  conversation_id text collate "C",
  occurred_at     timestamptz(3) not null,
  body            text not null,                     -- emptied some days before the event is deleted
  constraint events_pk primary key (shop_id, id)
);
create index events_age on events (shop_id, occurred_at);
create index events_bodies on events (shop_id, occurred_at) where body <> '';

create table webhook_subscriptions (
  -- One address that a store's events are sent to.
  shop_id              text collate "C" not null,
  id                   text collate "C" not null,
  url                  text not null,
  url_hash             text collate "C" not null,    -- a url may be longer than an index entry
  events               text[] not null,              -- the types that it asks for
  is_active            boolean not null default true,
  secret               text not null,                -- encrypted: what deliveries are signed with
  metadata             json not null default '{}',   -- json, not jsonb: given back as it came
  activated_at         timestamptz(3) not null,      -- a failure that began before this cannot disable it
  last_delivery_at     timestamptz(3),
  last_delivery_status text constraint webhook_subscriptions_status check (last_delivery_status in ('delivered', 'retrying', 'dropped', 'failed')),
  last_delivery_error  text,
  created_at           timestamptz(3) not null,
  updated_at           timestamptz(3) not null,
  constraint webhook_subscriptions_pk primary key (shop_id, id),
  constraint webhook_subscriptions_url unique (shop_id, url_hash),
  constraint webhook_subscriptions_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);

create table webhook_deliveries (
  -- One event on its way to one subscription, and what became of it.
  shop_id          text collate "C" not null,
  id               uuid not null,
  subscription_id  text collate "C" not null,
  event_id         text collate "C" not null,
  -- held: the subscription is inactive, and the delivery waits for it
  status           text collate "C" not null default 'pending' constraint webhook_deliveries_status check (status in ('pending', 'held', 'delivered', 'dropped', 'failed', 'cancelled')),
  attempts         integer not null default 0,       -- finished ones; counted at completion, so a crash burns none
  earlier_attempts integer not null default 0,       -- those before it was sent again by hand: they start the schedule again
  next_at          timestamptz(3) not null,          -- when it is due
  -- Who holds it, and until when, is in no index: so a claim changes the row alone, where its page has room for another
  -- version of it (hence the fillfactor).
  lease            uuid,                             -- who holds it
  leased_until     timestamptz(3),                   -- null or past: nobody holds it
  created_at       timestamptz(3) not null,
  finished_at      timestamptz(3),
  constraint webhook_deliveries_pk primary key (shop_id, id),
  constraint webhook_deliveries_event unique (shop_id, event_id, subscription_id),
  constraint webhook_deliveries_subscription foreign key (shop_id, subscription_id)
    references webhook_subscriptions (shop_id, id) on delete cascade,
  constraint webhook_deliveries_events foreign key (shop_id, event_id) references events (shop_id, id) on delete cascade
) with (fillfactor = 50);
create index webhook_deliveries_due on webhook_deliveries (shop_id, subscription_id, next_at, id) where status = 'pending';
create index webhook_deliveries_log on webhook_deliveries (shop_id, subscription_id, created_at desc, id desc);

create table webhook_attempts (
  -- One attempt to send a delivery.
  shop_id         text collate "C" not null,
  delivery_id     uuid not null,
  attempt         integer not null,
  started_at      timestamptz(3) not null,
  duration_ms     integer not null,
  response_status integer,
  error           text,
  constraint webhook_attempts_pk primary key (shop_id, delivery_id, attempt),
  constraint webhook_attempts_delivery foreign key (shop_id, delivery_id)
    references webhook_deliveries (shop_id, id) on delete cascade
);

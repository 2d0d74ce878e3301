-- Webhook subscriptions, one delivery for each subscription an event reaches, and a log of the attempts.

create table webhook_subscriptions (
  shop_id              text collate "C" not null,
  id                   text collate "C" not null,
  url                  text not null,
  url_hash             text collate "C" not null,    -- a url may be longer than an index entry
  events               text[] not null,
  is_active            boolean not null default true,
  secret               text not null,
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
  shop_id         text collate "C" not null,
  id              uuid not null,
  subscription_id text collate "C" not null,
  event_id        text collate "C" not null,
  -- held: the subscription is inactive, and the delivery waits for it
  status          text collate "C" not null default 'pending' constraint webhook_deliveries_status check (status in ('pending', 'held', 'delivered', 'dropped', 'failed', 'cancelled')),
  attempts        integer not null default 0,        -- finished ones; counted at completion, so a crash burns none
  earlier_attempts integer not null default 0,       -- those before it was sent again by hand: they start the schedule anew
  next_at         timestamptz(3) not null,           -- when it is due; while a dispatcher holds it, when its lease ends
  lease           uuid,                              -- who holds it
  created_at      timestamptz(3) not null,
  finished_at     timestamptz(3),
  constraint webhook_deliveries_pk primary key (shop_id, id),
  constraint webhook_deliveries_event unique (shop_id, event_id, subscription_id),
  constraint webhook_deliveries_subscription foreign key (shop_id, subscription_id)
    references webhook_subscriptions (shop_id, id) on delete cascade,
  constraint webhook_deliveries_events foreign key (shop_id, event_id) references events (shop_id, id) on delete cascade
);
create index webhook_deliveries_due on webhook_deliveries (shop_id, subscription_id, next_at, id) where status = 'pending';
create index webhook_deliveries_log on webhook_deliveries (shop_id, subscription_id, created_at desc, id desc);

create table webhook_attempts (
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

-- What the feed of a subscription's events is read from: which types it asked for at which time, and which events are tests.
create table webhook_event_types (
  -- The types that a subscription asks for from one moment on, until its next row.
  shop_id         text collate "C" not null,
  subscription_id text collate "C" not null,
  since           timestamptz(3) not null,
  types           text[] not null,
  constraint webhook_event_types_pk primary key (shop_id, subscription_id, since),
  constraint webhook_event_types_subscription foreign key (shop_id, subscription_id)
    references webhook_subscriptions (shop_id, id) on delete cascade
);
insert into webhook_event_types (shop_id, subscription_id, since, types)
  select shop_id, id, created_at, events from webhook_subscriptions;

alter table events add column is_test boolean; -- null: it tells of something that happened

-- The outbox: an event is inserted by the transaction of the act it tells of, with the exact bytes that will be
-- signed and sent (spec 6.2).

create table events (
  shop_id         text collate "C" not null,
  id              text collate "C" not null,
  type            text not null,
  conversation_id text collate "C",
  occurred_at     timestamptz(3) not null,
  body            text not null,
  constraint events_pk primary key (shop_id, id)
);
create index events_age on events (shop_id, occurred_at);

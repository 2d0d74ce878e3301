-- Stores whose events somebody follows without a subscription (parley listen): until then their events are stored.
create table event_listeners (
  shop_id        text collate "C" not null,
  listened_until timestamptz(3) not null,
  constraint event_listeners_pk primary key (shop_id),
  constraint event_listeners_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);

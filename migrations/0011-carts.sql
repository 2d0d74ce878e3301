-- Carts of the local platform. Prices and titles are the catalogue's, read when a cart is shown.

create table carts (
  shop_id        text collate "C" not null,
  id             text collate "C" not null,
  currency       text not null,
  discount_codes text[] not null default '{}',
  note           text,
  updated_at     timestamptz(3) not null,
  constraint carts_pk primary key (shop_id, id),
  constraint carts_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);
create index carts_age on carts (shop_id, updated_at);

create table cart_lines (
  shop_id    text collate "C" not null,
  cart_id    text collate "C" not null,
  id         text collate "C" not null,   -- time-ordered: lines are shown in the order they were added
  variant_id text collate "C" not null,
  quantity   integer not null,
  constraint cart_lines_pk primary key (shop_id, cart_id, id),
  constraint cart_lines_variant unique (shop_id, cart_id, variant_id),
  constraint cart_lines_cart foreign key (shop_id, cart_id) references carts (shop_id, id) on delete cascade
);

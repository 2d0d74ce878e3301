-- What tools look records up by. Behind row-level security an index serves plain comparisons only, so each look-up has
-- columns or a table of its own (docs/decisions/0004-two-fences-between-stores.md).

create table order_tracking (
  -- The orders that a tracking number leads to. Numbers are kept in capitals, without spaces and dashes.
  shop_id  text collate "C" not null,
  number   text collate "C" not null,
  order_id text collate "C" not null,
  constraint order_tracking_pk primary key (shop_id, number, order_id),
  constraint order_tracking_order foreign key (shop_id, order_id) references orders (shop_id, id) on delete cascade
);
create index order_tracking_of on order_tracking (shop_id, order_id);
alter table orders drop column tracking_numbers;

create table product_variants (
  -- Which product a variant belongs to.
  shop_id    text collate "C" not null,
  id         text collate "C" not null,
  product_id text collate "C" not null,
  constraint product_variants_pk primary key (shop_id, id),
  constraint product_variants_product foreign key (shop_id, product_id) references products (shop_id, id) on delete cascade
);
create index product_variants_of on product_variants (shop_id, product_id);
alter table products add column available boolean not null default true;
alter table products add column min_price numeric not null default 0;
alter table products add column max_price numeric not null default 0;

-- The code in capitals: customers type it as they like.
alter table discounts add column code_key text collate "C";
create index discounts_code on discounts (shop_id, code_key);

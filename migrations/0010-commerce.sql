-- What shops sell and sold: catalogue, orders, carts of the local platform. Each keeps its record as given (contract,
-- section 5) in `data`, beside the columns that are looked up. Behind row-level security an index serves plain comparisons
-- only, so each look-up has columns or a table of its own (docs/decisions/0004-isolate-tenants-twice.md).

create table products (
  -- One product of the catalogue.
  shop_id    text collate "C" not null,
  id         text collate "C" not null,
  available  boolean not null default true,
  min_price  numeric not null default 0,         -- over its variants
  max_price  numeric not null default 0,
  data       jsonb not null,
  updated_at timestamptz(3) not null,
  constraint products_pk primary key (shop_id, id),
  constraint products_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);

create table product_variants (
  -- Which product a variant belongs to.
  shop_id    text collate "C" not null,
  id         text collate "C" not null,
  product_id text collate "C" not null,
  constraint product_variants_pk primary key (shop_id, id),
  constraint product_variants_product foreign key (shop_id, product_id) references products (shop_id, id) on delete cascade
);
create index product_variants_of on product_variants (shop_id, product_id);

create table size_guides (
  -- The size guide of one product; id is the product's id.
  shop_id    text collate "C" not null,
  id         text collate "C" not null,
  data       jsonb not null,
  updated_at timestamptz(3) not null,
  constraint size_guides_pk primary key (shop_id, id),
  constraint size_guides_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);

create table collections (
  -- One collection of products.
  shop_id    text collate "C" not null,
  id         text collate "C" not null,
  data       jsonb not null,
  updated_at timestamptz(3) not null,
  constraint collections_pk primary key (shop_id, id),
  constraint collections_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);

create table discounts (
  -- One discount that customers may ask for or enter.
  shop_id    text collate "C" not null,
  id         text collate "C" not null,
  is_public  boolean not null default true,
  code_key   text collate "C",                   -- the code in capitals: customers type it as they like
  data       jsonb not null,
  updated_at timestamptz(3) not null,
  constraint discounts_pk primary key (shop_id, id),
  constraint discounts_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);
create index discounts_code on discounts (shop_id, code_key);

create table orders (
  -- One order; id is the order number without a leading #.
  shop_id    text collate "C" not null,
  id         text collate "C" not null,
  number_key text collate "C" generated always as (lower(id)) stored, -- members search numbers as customers write them: in either case
  contact_id text collate "C",
  email_key  text collate "C",
  data       jsonb not null,
  updated_at timestamptz(3) not null,
  constraint orders_pk primary key (shop_id, id),
  constraint orders_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);
create index orders_number on orders (shop_id, number_key);
-- The newest orders of a contact and of an address, however many there are.
create index orders_contact on orders (shop_id, contact_id, updated_at desc) where contact_id is not null;
create index orders_email on orders (shop_id, email_key, updated_at desc) where email_key is not null;

create table order_tracking (
  -- One order that a tracking number leads to.
  shop_id  text collate "C" not null,
  number   text collate "C" not null,            -- in capitals, without spaces and dashes
  order_id text collate "C" not null,
  constraint order_tracking_pk primary key (shop_id, number, order_id),
  constraint order_tracking_order foreign key (shop_id, order_id) references orders (shop_id, id) on delete cascade
);
create index order_tracking_of on order_tracking (shop_id, order_id);

create table carts (
  -- One cart of the local platform. Prices and titles are the catalogue's, read when a cart is shown.
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
  -- One variant in a cart.
  shop_id    text collate "C" not null,
  cart_id    text collate "C" not null,
  id         text collate "C" not null,          -- time-ordered: lines are shown in the order they were added
  variant_id text collate "C" not null,
  quantity   integer not null,
  constraint cart_lines_pk primary key (shop_id, cart_id, id),
  constraint cart_lines_variant unique (shop_id, cart_id, variant_id),
  constraint cart_lines_cart foreign key (shop_id, cart_id) references carts (shop_id, id) on delete cascade
);

-- What the platform and the store's editors bring along: knowledge base, catalogue, orders. Each keeps its record as
-- given (contract, section 5) beside the columns that are looked up.

create table articles (
  shop_id    text collate "C" not null,
  id         text collate "C" not null,
  product_id text collate "C",
  data       jsonb not null,
  updated_at timestamptz(3) not null,
  constraint articles_pk primary key (shop_id, id),
  constraint articles_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);
create index articles_product on articles (shop_id, product_id);

create table products (
  shop_id    text collate "C" not null,
  id         text collate "C" not null,
  data       jsonb not null,
  updated_at timestamptz(3) not null,
  constraint products_pk primary key (shop_id, id),
  constraint products_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);

create table collections (
  shop_id    text collate "C" not null,
  id         text collate "C" not null,
  data       jsonb not null,
  updated_at timestamptz(3) not null,
  constraint collections_pk primary key (shop_id, id),
  constraint collections_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);

create table discounts (
  shop_id    text collate "C" not null,
  id         text collate "C" not null,
  is_public  boolean not null default true,
  data       jsonb not null,
  updated_at timestamptz(3) not null,
  constraint discounts_pk primary key (shop_id, id),
  constraint discounts_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);

create table orders (
  -- id is the order number without a leading #.
  shop_id          text collate "C" not null,
  id               text collate "C" not null,
  contact_id       text collate "C",
  email_key        text collate "C",
  tracking_numbers text[] not null default '{}',   -- of its shipments
  data             jsonb not null,
  updated_at       timestamptz(3) not null,
  constraint orders_pk primary key (shop_id, id),
  constraint orders_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);
create index orders_contact on orders (shop_id, contact_id);
create index orders_tracking on orders using gin (tracking_numbers);

create table size_guides (
  -- id is the product's id.
  shop_id    text collate "C" not null,
  id         text collate "C" not null,
  data       jsonb not null,
  updated_at timestamptz(3) not null,
  constraint size_guides_pk primary key (shop_id, id),
  constraint size_guides_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);

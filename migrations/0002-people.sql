-- Members of a store's team, and the contacts they talk to.
-- email_key is the address in lower case, made by the application so that case folds alike on every server.

create table members (
  shop_id          text collate "C" not null,
  id               text collate "C" not null,
  email            text not null,
  email_key        text collate "C" not null,
  first_name       text,
  last_name        text,
  full_name        text not null,
  avatar_url       text not null default '',
  role             text not null default 'member' constraint members_role check (role in ('admin', 'member')),
  active           boolean not null default true,
  enable_away_mode boolean,
  password_hash    text,
  created_at       timestamptz(3) not null,
  constraint members_pk primary key (shop_id, id),
  constraint members_email unique (shop_id, email_key),
  constraint members_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);

create table contacts (
  shop_id           text collate "C" not null,
  id                text collate "C" not null,
  platform_id       text,
  type              text not null default 'anonymous' constraint contacts_type check (type in ('anonymous', 'guest', 'customer')),
  name              text,
  first_name        text,
  last_name         text,
  email             text,
  email_key         text collate "C",
  phone             text,
  channels          text[] not null default '{}',
  tags              text[],
  note              text,
  custom_attributes jsonb,
  address1          text,
  address2          text,
  city              text,
  zip               text,
  country           text,
  country_code      text,
  orders_count      integer,
  total_spent       double precision,
  ip_address        text,
  ip_location       text,
  browser           text,
  browser_version   text,
  os                text,
  device_type       text,
  sender_seq        bigint,
  is_redacted       boolean not null default false,
  last_chat_at      timestamptz(3),
  created_at        timestamptz(3) not null,
  updated_at        timestamptz(3),
  constraint contacts_pk primary key (shop_id, id),
  constraint contacts_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);
create index contacts_list on contacts (shop_id, created_at desc, id desc);
create index contacts_email on contacts (shop_id, email_key) where email_key is not null;

create table data_requests (
  -- Privacy requests for a customer's data: noted for support, never answered automatically (spec 1, fact 3).
  shop_id      text collate "C" not null,
  id           text collate "C" not null,
  contact_id   text collate "C" not null,
  requested_at timestamptz(3) not null,
  constraint data_requests_pk primary key (shop_id, id),
  constraint data_requests_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);

-- Addresses of the store's own that say what they know of a customer, for the details of a conversation.
create table customer_cards (
  shop_id    text collate "C" not null,
  id         text collate "C" not null,
  title      text not null,
  url        text not null,
  secret     text not null,                        -- encrypted: what requests are signed with
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint customer_cards_pk primary key (shop_id, id),
  constraint customer_cards_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);

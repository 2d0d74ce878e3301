-- Lists of conversations that members keep under a name, for themselves or for the store.

create table saved_views (
  shop_id    text collate "C" not null,
  id         text collate "C" not null,
  member_id  text collate "C",                   -- whose own it is; null for the whole store's
  name       text not null,
  filters    jsonb not null,
  position   integer not null,                   -- among those of the same owner
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint saved_views_pk primary key (shop_id, id),
  constraint saved_views_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);
create index saved_views_of on saved_views (shop_id, member_id, position);

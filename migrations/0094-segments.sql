-- Segments: groups of contacts by conditions (core/segments/segment.ts), which are looked at when somebody asks.

create table segments (
  shop_id    text collate "C" not null,
  id         text collate "C" not null,
  name       text not null,
  conditions jsonb not null,                         -- all of them hold
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint segments_pk primary key (shop_id, id),
  constraint segments_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);

-- Files that visitors and members send. The bytes are in files under DATA_DIR/uploads (storage/files/files.ts).

create table uploads (
  shop_id         text collate "C" not null,
  id              text collate "C" not null,
  secret          text collate "C" not null,      -- part of the address: who has not been given it cannot guess it
  name            text not null,
  type            text not null,
  size            integer not null,
  visitor_id      text collate "C",               -- who sent it: a visitor or a member
  member_id       text collate "C",
  conversation_id text collate "C",               -- from when a message carries it
  created_at      timestamptz(3) not null,
  constraint uploads_pk primary key (shop_id, id),
  constraint uploads_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);
create index uploads_conversation on uploads (shop_id, conversation_id) where conversation_id is not null;
create index uploads_orphans on uploads (shop_id, created_at) where conversation_id is null;

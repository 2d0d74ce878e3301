-- Files that visitors and members send. The bytes are in DATA_DIR/uploads or in a bucket (docs/operate/storage.md).

create table uploads (
  -- One file.
  shop_id         text collate "C" not null,
  id              text collate "C" not null,
  secret          text collate "C" not null,      -- part of the address: nobody can guess it
  name            text not null,
  type            text not null,
  size            integer not null,
  visitor_id      text collate "C",               -- the sender: a visitor or a member
  member_id       text collate "C",
  conversation_id text collate "C",               -- from when a message carries it
  created_at      timestamptz(3) not null,
  constraint uploads_pk primary key (shop_id, id),
  constraint uploads_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);
create index uploads_conversation on uploads (shop_id, conversation_id) where conversation_id is not null;
create index uploads_orphans on uploads (shop_id, created_at) where conversation_id is null;

create table file_deletion_queue (
  -- One file whose record is deleted and whose bytes may still be there: noted with the record's deletion, forgotten once
  -- the bytes are deleted. So no file is kept only because the store for files was away.
  shop_id    text collate "C" not null,
  id         text collate "C" not null,
  removed_at timestamptz(3) not null default now(),
  constraint file_deletion_queue_pk primary key (shop_id, id),
  constraint file_deletion_queue_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);

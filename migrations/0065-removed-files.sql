-- Files whose records are gone and whose bytes may still be there: noted with the record's deletion, forgotten once the
-- bytes are deleted. A store for files that is away keeps nobody's file for that.

create table removed_files (
  shop_id    text collate "C" not null,
  id         text collate "C" not null,
  removed_at timestamptz(3) not null default now(),
  constraint removed_files_pk primary key (shop_id, id),
  constraint removed_files_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);

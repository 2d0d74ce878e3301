-- Who has a socket open, and on which process: a few rows for those who talk, not one for each who looks around.
-- A process says again that it lives; rows of one that does not are swept.

create table presence (
  shop_id    text collate "C" not null,
  kind       text collate "C" not null constraint presence_kind check (kind in ('contact', 'member')),
  id         text collate "C" not null,
  process_id text collate "C" not null,
  seen_at    timestamptz(3) not null,
  constraint presence_pk primary key (shop_id, kind, id, process_id),
  constraint presence_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);
create index presence_age on presence (seen_at);

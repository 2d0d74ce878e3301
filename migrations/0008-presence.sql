-- Who has a socket open, and on which process: a few rows for those who talk, not one for each who looks around.

create table processes (
  -- One process of the service that lives. The one table besides shop_directory that is not of a store; on Citus it stays
  -- on the coordinator.
  id      text collate "C" not null,
  seen_at timestamptz(3) not null,               -- when it last said that it lives: rows of one that does not are swept
  constraint processes_pk primary key (id)
);

create table presence (
  -- One contact or member who has a socket open on one process. Written when somebody comes and when they go, and by no
  -- one else: that the process lives is noted in its own row.
  shop_id    text collate "C" not null,
  kind       text collate "C" not null constraint presence_kind check (kind in ('contact', 'member')),
  id         text collate "C" not null,
  process_id text collate "C" not null,
  -- Thousands come within seconds, before the planner's statistics know of one: it then thinks that a store or a process
  -- has one presence, and an index that begins with either looks as good as the one by person. So there is none.
  constraint presence_pk primary key (id, kind, process_id, shop_id),
  constraint presence_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);
create index presence_members on presence (shop_id) where kind = 'member';

-- That a process lives is told by one row of its own, not by each row of its presences: these are written when somebody
-- comes and when they go, and by no one else.
create table processes (
  id      text collate "C" not null,
  seen_at timestamptz(3) not null,
  constraint processes_pk primary key (id)
);
insert into processes (id, seen_at)
  select process_id, max(seen_at) from presence group by process_id;

-- Thousands come within seconds, before the planner's statistics know of one: it then thinks that a store or a process
-- has one presence, and an index that begins with either looks as good as the one by person. So there is none.
drop index presence_age;
drop index presence_process;
alter table presence drop column seen_at;
alter table presence drop constraint presence_pk;
alter table presence add constraint presence_pk primary key (id, kind, process_id, shop_id);
create index presence_members on presence (shop_id) where kind = 'member';

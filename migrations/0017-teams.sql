-- Teams of members, and what has to be given out.

create table teams (
  -- One team.
  shop_id           text collate "C" not null,
  id                text collate "C" not null,
  name              text not null,
  emoji             text not null,                -- empty for none
  member_ids        text[] collate "C" not null,
  assignment        text collate "C" not null constraint teams_assignment check (assignment in ('by_hand', 'in_turn', 'by_load')),
  receives_new      boolean not null,             -- conversations that the AI agent does not hold begin with it
  receives_handoffs boolean not null,             -- what the AI agent hands off goes to it
  last_member_id    text collate "C",             -- who got the last conversation in turn
  created_at        timestamptz(3) not null,
  updated_at        timestamptz(3) not null,
  constraint teams_pk primary key (shop_id, id),
  constraint teams_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);

create table team_assignment_queue (
  -- One team to be examined: it has a conversation to give out, nobody was free, or it was deleted.
  shop_id text collate "C" not null,
  id      text collate "C" not null,
  team_id text collate "C" not null,
  due_at  timestamptz(3) not null,
  constraint team_assignment_queue_pk primary key (shop_id, id),
  constraint team_assignment_queue_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);
create index team_assignment_queue_due on team_assignment_queue (shop_id, due_at);

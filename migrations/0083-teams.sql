-- Teams of members, the one that a conversation is with, and what has to be given out.

create table teams (
  shop_id          text collate "C" not null,
  id               text collate "C" not null,
  name             text not null,
  emoji            text not null,                   -- empty for none
  member_ids       text[] collate "C" not null,
  assignment       text collate "C" not null constraint teams_assignment check (assignment in ('by_hand', 'in_turn', 'by_load')),
  takes_new        boolean not null,                -- conversations that the AI agent does not hold begin with it
  takes_hand_overs boolean not null,                -- what the AI agent hands over goes to it
  last_member_id   text collate "C",                -- who got the last conversation in turn
  created_at       timestamptz(3) not null,
  updated_at       timestamptz(3) not null,
  constraint teams_pk primary key (shop_id, id),
  constraint teams_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);

create table team_work (
  -- Teams to be looked at: one has a conversation to give out, nobody was free, or the team was deleted.
  shop_id text collate "C" not null,
  id      text collate "C" not null,
  team_id text collate "C" not null,
  due_at  timestamptz(3) not null,
  constraint team_work_pk primary key (shop_id, id),
  constraint team_work_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);
create index team_work_due on team_work (shop_id, due_at);

alter table members add column capacity integer;                                       -- most open conversations at once; null for any
alter table members add column languages text[] collate "C" not null default '{}';   -- that they speak with customers

-- Names a team that may be deleted already: then it is with none, and a worker empties the column.
alter table conversations add column team_id text collate "C";
create index conversations_team on conversations
  (shop_id, team_id, active_key desc, id desc, status, member_id, is_read, snoozed_until)
  where datastore = 'postgresql' and not is_playground and team_id is not null;
-- What a team has to give out, waiting longest first.
create index conversations_team_waiting on conversations (shop_id, team_id, active_key, id)
  where team_id is not null and member_id is null and status = 'open' and not is_chat_bot and snoozed_until is null;

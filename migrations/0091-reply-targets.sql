-- Reply-time targets: how soon a store wants to answer and resolve, by priority; each conversation's clock; what was met.

create table reply_targets (
  shop_id      text collate "C" not null,
  in_hours     boolean not null,                     -- only the store's opening hours count, where it has any
  targets      jsonb not null,                       -- minutes, by priority and kind
  recount_at   timestamptz(3),                       -- clocks of open conversations are to be counted anew; null: done
  recount_from text collate "C" not null default '', -- behind this conversation
  updated_at   timestamptz(3) not null,
  constraint reply_targets_pk primary key (shop_id),
  constraint reply_targets_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);
create index reply_targets_recount on reply_targets (recount_at, shop_id) where recount_at is not null;

alter table conversations add column priority text collate "C" not null default 'normal'
  constraint conversations_priority check (priority in ('urgent', 'high', 'normal', 'low'));
alter table conversations add column waits_since timestamptz(3);                  -- its customer waits for the team
alter table conversations add column waits_for text collate "C"
  constraint conversations_waits_for check (waits_for in ('first_reply', 'next_reply'));
alter table conversations add column works_since timestamptz(3);                  -- the time to resolve runs
alter table conversations add column worked_seconds integer not null default 0;   -- and so long it ran before it was snoozed
alter table conversations add column due_at timestamptz(3);                       -- the next target is missed then
alter table conversations add column due_for text collate "C"
  constraint conversations_due_for check (due_for in ('first_reply', 'next_reply', 'resolve'));

-- What is due, soonest first; only stores with targets have any of it.
create index conversations_due on conversations (shop_id, due_at, id, member_id, team_id)
  where due_at is not null and datastore = 'postgresql' and not is_playground;
create index conversations_prioritized on conversations (shop_id, priority, active_key desc, id desc)
  where priority <> 'normal' and datastore = 'postgresql' and not is_playground;

create table target_results (
  -- One row each time that a reply, or resolving, ended a target's clock.
  shop_id         text collate "C" not null,
  conversation_id text collate "C" not null,
  id              text collate "C" not null,
  kind            text collate "C" not null constraint target_results_kind check (kind in ('first_reply', 'next_reply', 'resolve')),
  priority        text collate "C" not null,
  due_at          timestamptz(3) not null,
  ended_at        timestamptz(3) not null,
  constraint target_results_pk primary key (shop_id, conversation_id, id),
  constraint target_results_conversation foreign key (shop_id, conversation_id)
    references conversations (shop_id, id) on delete cascade
);

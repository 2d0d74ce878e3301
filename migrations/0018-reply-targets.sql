-- Reply-time targets: how soon a store wants to answer and resolve, and what was met. A conversation's clock is in its row.

create table reply_targets (
  -- A store's targets.
  shop_id      text collate "C" not null,
  in_hours     boolean not null,                     -- only the store's opening hours count, where it has any
  targets      jsonb not null,                       -- minutes, by priority and kind
  recount_at   timestamptz(3),                       -- when clocks of open conversations are to be counted again; null: done
  recount_from text collate "C" not null default '', -- that goes on behind this conversation
  updated_at   timestamptz(3) not null,
  constraint reply_targets_pk primary key (shop_id),
  constraint reply_targets_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);
create index reply_targets_recount on reply_targets (recount_at, shop_id) where recount_at is not null;

create table target_results (
  -- One time that a reply, or resolving, ended a target's clock.
  shop_id         text collate "C" not null,
  conversation_id text collate "C" not null,
  id              text collate "C" not null,
  kind            text collate "C" not null constraint target_results_kind check (kind in ('first_reply', 'next_reply', 'resolve')),
  priority        text collate "C" not null,
  due_at          timestamptz(3) not null,
  ended_at        timestamptz(3) not null,           -- after due_at, the target was missed
  constraint target_results_pk primary key (shop_id, conversation_id, id),
  constraint target_results_conversation foreign key (shop_id, conversation_id)
    references conversations (shop_id, id) on delete cascade
);

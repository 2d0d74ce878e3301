-- Rules: what is done by itself with conversations, what they still have to do, and what they did.

create table rules (
  -- One rule: when its trigger happens and its conditions hold, its actions are done.
  shop_id         text collate "C" not null,
  id              text collate "C" not null,
  name            text not null,
  is_on           boolean not null,
  position        integer not null,               -- rules take their turns in this order
  trigger         jsonb not null,
  match           text collate "C" not null constraint rules_match check (match in ('all', 'any')), -- how many of the conditions have to hold
  conditions      jsonb not null,
  actions         jsonb not null,
  stop_processing boolean not null,               -- where it applies, the rules behind it are not examined
  last_member_id  text collate "C",               -- who got the last conversation of those that go by turn
  created_at      timestamptz(3) not null,
  updated_at      timestamptz(3) not null,
  constraint rules_pk primary key (shop_id, id),
  constraint rules_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);

create table rule_jobs (
  -- Something that happened and that rules still have to examine, written with it; deleted with what the rules did about it.
  shop_id         text collate "C" not null,
  conversation_id text collate "C" not null,
  id              text collate "C" not null,
  kind            text collate "C" not null constraint rule_jobs_kind check (kind in ('created', 'message', 'tag', 'missed')),
  position        bigint,                         -- the customer's message
  tags            text[] collate "C" not null default '{}', -- those that were added
  happened_at     timestamptz(3) not null,
  due_at          timestamptz(3) not null,        -- later than that only after it failed; of a missed reply-time target, when it is missed
  attempts        smallint not null default 0,
  constraint rule_jobs_pk primary key (shop_id, conversation_id, id), -- of a missed target, the id is 'missed': one for each conversation
  constraint rule_jobs_conversation foreign key (shop_id, conversation_id)
    references conversations (shop_id, id) on delete cascade
);
create index rule_jobs_due on rule_jobs (shop_id, due_at);

create table rule_inactivity_timers (
  -- One conversation that may fall silent, and when it is examined next whether it has been silent for long enough.
  shop_id         text collate "C" not null,
  conversation_id text collate "C" not null,
  since           timestamptz(3) not null,        -- when the silence began
  waited_minutes  integer not null,               -- rules that wait as long as this, or less, have had their turn
  due_at          timestamptz(3) not null,
  attempts        smallint not null default 0,
  constraint rule_inactivity_timers_pk primary key (shop_id, conversation_id),
  constraint rule_inactivity_timers_conversation foreign key (shop_id, conversation_id)
    references conversations (shop_id, id) on delete cascade
);
-- Mostly due later, so by time first: one look finds what is due in all stores, however many wait.
create index rule_inactivity_timers_due on rule_inactivity_timers (due_at, shop_id);

create table rule_runs (
  -- What one rule did with one conversation.
  shop_id         text collate "C" not null,
  id              text collate "C" not null,
  rule_id         text collate "C" not null,
  conversation_id text collate "C" not null,
  trigger         text collate "C" not null,
  outcomes        jsonb not null,                 -- of each action: done, or why not
  created_at      timestamptz(3) not null,
  constraint rule_runs_pk primary key (shop_id, conversation_id, id),
  constraint rule_runs_conversation foreign key (shop_id, conversation_id)
    references conversations (shop_id, id) on delete cascade
);
create index rule_runs_of_rule on rule_runs (shop_id, rule_id, id);
create index rule_runs_by_age on rule_runs (shop_id, created_at);

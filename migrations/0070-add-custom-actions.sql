-- HTTP actions of a store's own, which its AI agent and its members may run, and what became of each run.
create table custom_actions (
  shop_id         text collate "C" not null,
  id              text collate "C" not null,
  name            text not null,
  description     text not null,                  -- when to use it
  method          text collate "C" not null constraint custom_actions_method check (method in ('GET', 'POST')),
  url             text not null,                  -- placeholders may stand in its path and its query
  auth            text collate "C" not null constraint custom_actions_auth check (auth in ('none', 'bearer', 'basic', 'header')),
  auth_name       text not null,                  -- the user name of basic, the header's name of header; else empty
  secret          text,                           -- encrypted: the token, the password or the header's value; null for none
  parameters      json not null,                  -- [{name, type, description, required}]
  body_template   text not null,                  -- JSON with placeholders; empty: all parameters as one object
  answer_template text not null,                  -- what the customer is told
  risk            text collate "C" not null constraint custom_actions_risk check (risk in ('read', 'write', 'approval')),
  is_enabled      boolean not null,
  skips_approval  boolean not null,               -- an admin allowed an action of risk approval without it
  created_at      timestamptz(3) not null,
  updated_at      timestamptz(3) not null,
  constraint custom_actions_pk primary key (shop_id, id),
  constraint custom_actions_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);

-- One run. It is written down before the address is called, and is never begun twice. Deleted when the contact is redacted.
create table custom_action_runs (
  shop_id         text collate "C" not null,
  id              uuid not null,
  action_id       text collate "C" not null,
  action_name     text not null,                  -- as it was called then
  risk            text collate "C" not null,
  conversation_id text collate "C",               -- null: an admin's test
  source          text collate "C" not null
    constraint custom_action_runs_source check (source in ('ai_agent', 'member', 'test')),
  member_id       text collate "C",               -- who ran, approved or declined it
  state           text collate "C" not null constraint custom_action_runs_state
    check (state in ('waiting', 'declined', 'outdated', 'pending', 'done', 'failed', 'unknown')),
  input           json not null,                  -- values of its parameters, by name
  facts           json not null,                  -- what the service filled in: ids of contact and order
  order_email_key text collate "C",               -- the order's address, which the customer had proven
  reason          text not null,                  -- what the customer wrote
  language        text collate "C",               -- in which the customer hears the outcome
  outdated_by     text collate "C",               -- why it cannot be approved any more
  due_at          timestamptz(3),                 -- when the service begins what needs no approval; null otherwise
  times_out_at    timestamptz(3),                 -- when the outcome of one that is pending counts as unknown
  response_status smallint,
  duration_ms     integer,
  error           text,                           -- why it failed, for people
  answer          text,                           -- what the customer is told of the answer
  told_position   bigint,                         -- the message that told the customer the outcome
  created_at      timestamptz(3) not null,
  decided_at      timestamptz(3),
  ended_at        timestamptz(3),
  constraint custom_action_runs_pk primary key (shop_id, id),
  constraint custom_action_runs_shop foreign key (shop_id) references shops (shop_id) on delete cascade,
  constraint custom_action_runs_conversation foreign key (shop_id, conversation_id)
    references conversations (shop_id, id) on delete cascade
);
create index custom_action_runs_of_action on custom_action_runs (shop_id, action_id, created_at, id);
create index custom_action_runs_of_conversation on custom_action_runs (shop_id, conversation_id, created_at);
create index custom_action_runs_by_age on custom_action_runs (shop_id, created_at);
-- One run of an action waits in a conversation at a time.
create unique index custom_action_runs_waiting on custom_action_runs (shop_id, conversation_id, action_id)
  where state = 'waiting';
create index custom_action_runs_due on custom_action_runs (due_at, shop_id) where due_at is not null;
create index custom_action_runs_settle on custom_action_runs (times_out_at, shop_id) where times_out_at is not null;

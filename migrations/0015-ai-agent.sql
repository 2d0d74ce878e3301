-- The AI agent: what it has to do, and what came of it.

create table ai_turns (
  -- One kind of work on one conversation. A customer's next message moves it on, so that a quick row of messages is one
  -- turn. Claimed by one worker at a time until `due_at`, which is then the end of its lease.
  shop_id         text collate "C" not null,
  conversation_id text collate "C" not null,
  kind            text collate "C" not null constraint ai_turns_kind check (kind in ('reply', 'summary')),
  position        bigint not null,                -- of the message that it is about: the customer's newest
  -- All that waits is by a visitor whose identity was verified: orders are shown to the customer alone, and a conversation
  -- may be written into by others too (an integration, a browser whose contact was merged).
  is_verified     boolean not null default false,
  asked_back      boolean not null default false, -- the AI agent's last line was a question, because it was not sure
  due_at          timestamptz(3),                 -- null: nothing to do
  lease           uuid,
  attempts        integer not null default 0,
  constraint ai_turns_pk primary key (shop_id, conversation_id, kind),
  constraint ai_turns_conversation foreign key (shop_id, conversation_id)
    references conversations (shop_id, id) on delete cascade
);
create index ai_turns_due on ai_turns (shop_id, due_at) where due_at is not null;

create table ai_decisions (
  -- What the AI agent did about one turn, and why: ids and scores, no words of customers.
  shop_id         text collate "C" not null,
  id              text collate "C" not null,
  conversation_id text collate "C" not null,
  asked_position  bigint not null,                -- of the customer's message
  message_id      text collate "C",               -- what it said
  act             text collate "C" not null constraint ai_decisions_act check (act in ('answer', 'ask_back', 'hand_over')),
  reason          text collate "C",               -- why it handed off
  language        text collate "C" not null,
  topic           text collate "C",
  confidence      double precision,
  trace           json not null,
  is_helpful      boolean,                        -- what the customer said of it
  dismissed_with_id text collate "C",             -- a question without an answer that somebody has dismissed: the one that stands for it and much the same ones
  created_at      timestamptz(3) not null,
  constraint ai_decisions_pk primary key (shop_id, id),
  constraint ai_decisions_conversation foreign key (shop_id, conversation_id)
    references conversations (shop_id, id) on delete cascade
);
create index ai_decisions_by_conversation on ai_decisions (shop_id, conversation_id, id);
create index ai_decisions_by_age on ai_decisions (shop_id, created_at);
create index ai_decisions_by_message on ai_decisions (shop_id, message_id) where message_id is not null;
create index ai_decisions_dismissed on ai_decisions (shop_id, dismissed_with_id) where dismissed_with_id is not null;

create table ai_usage (
  -- Tokens that a store's models took on one UTC day: what its budget is counted against.
  shop_id text collate "C" not null,
  day     date not null,
  tokens  bigint not null,
  constraint ai_usage_pk primary key (shop_id, day),
  constraint ai_usage_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);

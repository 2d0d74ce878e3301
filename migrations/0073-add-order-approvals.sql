-- An order action that the AI agent prepared for a customer, and what was decided about it. It has the id of the action with
-- the order that it becomes, so it is carried out once. Deleted when the contact is redacted.
create table order_approvals (
  shop_id         text collate "C" not null,
  id              uuid not null,
  conversation_id text collate "C" not null,
  order_id        text collate "C" not null,      -- the order's number without a leading #
  email_key       text collate "C" not null,      -- the order's address, which the customer had proven
  kind            text collate "C" not null constraint order_approvals_kind check (kind in ('cancel', 'refund', 'address')),
  request         json not null,                  -- amount, currencyCode, left, refunds, address: what the shop is asked for
  before          json not null,                  -- total, left, address: the order when the action was prepared
  reason          text not null,                  -- what the customer wrote
  language        text collate "C" not null,      -- in which the customer hears the outcome
  state           text collate "C" not null
    constraint order_approvals_state check (state in ('waiting', 'approved', 'declined', 'outdated')),
  outdated_by     text collate "C",               -- why it cannot be approved any more
  member_id       text collate "C",               -- who decided; null: nobody has, or the settings allow it
  due_at          timestamptz(3),                 -- when the service carries out what the settings allow; null otherwise
  told_position   bigint,                         -- the message that told the customer the outcome
  created_at      timestamptz(3) not null,
  decided_at      timestamptz(3),
  constraint order_approvals_pk primary key (shop_id, id),
  constraint order_approvals_conversation foreign key (shop_id, conversation_id)
    references conversations (shop_id, id) on delete cascade
);
create index order_approvals_of_conversation on order_approvals (shop_id, conversation_id, created_at);
-- One waits for an order at a time.
create unique index order_approvals_waiting on order_approvals (shop_id, order_id) where state = 'waiting';
create index order_approvals_due on order_approvals (due_at, shop_id) where due_at is not null;

-- Whether an order action in the conversation waits for a member's approval.
alter table conversations add column waits_for_approval boolean not null default false;

-- Null: the AI agent did it, as the settings allow.
alter table order_actions alter column member_id drop not null;

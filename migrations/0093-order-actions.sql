-- What members do with orders in the shop: written down before the shop is asked, so that nothing is done twice.

create table order_actions (
  -- No conversation's row: what was done with money stays when the conversation is deleted. No address, and no reason.
  shop_id         text collate "C" not null,
  id              uuid not null,                    -- given by the browser: the same again is the same action
  order_id        text collate "C" not null,        -- the order's number without a leading #
  connection_id   text collate "C" not null,
  platform_id     text collate "C" not null,        -- the shop's own id of the order
  kind            text collate "C" not null constraint order_actions_kind check (kind in ('cancel', 'refund', 'address')),
  amount          text collate "C",                 -- of a refund: decimal text
  currency_code   text collate "C",
  member_id       text collate "C" not null,
  conversation_id text collate "C" not null,
  state           text collate "C" not null
    constraint order_actions_state check (state in ('pending', 'done', 'refused', 'unknown')),
  words           text,                             -- why it was refused or is unknown, or what is left to do in the shop
  settles_at      timestamptz(3),                   -- pending until then, it is unknown; null: it has ended
  created_at      timestamptz(3) not null,
  ended_at        timestamptz(3),
  constraint order_actions_pk primary key (shop_id, id),
  constraint order_actions_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);
create index order_actions_of_order on order_actions (shop_id, order_id, created_at);
create index order_actions_of_conversation on order_actions (shop_id, conversation_id);
-- One at a time is done with an order.
create unique index order_actions_pending on order_actions (shop_id, order_id) where state = 'pending';
create index order_actions_settling on order_actions (settles_at, shop_id) where settles_at is not null;

-- Addresses of the store's own that rules call, and what became of each call.
create table rule_endpoints (
  shop_id        text collate "C" not null,
  id             text collate "C" not null,
  title          text not null,
  url            text not null,
  secret         text not null,                    -- encrypted: what calls are signed with
  includes_notes boolean not null,                 -- whether internal notes are sent
  created_at     timestamptz(3) not null,
  updated_at     timestamptz(3) not null,
  constraint rule_endpoints_pk primary key (shop_id, id),
  constraint rule_endpoints_shop foreign key (shop_id) references shops (shop_id) on delete cascade
);

create table rule_calls (
  -- One call of a rule to an endpoint about a conversation. What it sends is read when it is sent, and not stored.
  shop_id         text collate "C" not null,
  id              text collate "C" not null,
  endpoint_id     text collate "C" not null,
  conversation_id text collate "C" not null,
  rule_id         text collate "C" not null,
  rule_name       text not null,
  trigger         text collate "C" not null,
  status          text collate "C" not null default 'pending'
    constraint rule_calls_status check (status in ('pending', 'delivered', 'dropped', 'failed')),
  attempts        smallint not null default 0,     -- that have ended
  due_at          timestamptz(3),                  -- of the next attempt, or the end of a lease; null once it is settled
  lease           text collate "C",
  response_status smallint,                        -- of the last attempt
  error           text,                            -- why the last attempt failed, for people
  created_at      timestamptz(3) not null,
  constraint rule_calls_pk primary key (shop_id, conversation_id, id),
  constraint rule_calls_conversation foreign key (shop_id, conversation_id)
    references conversations (shop_id, id) on delete cascade,
  constraint rule_calls_endpoint foreign key (shop_id, endpoint_id)
    references rule_endpoints (shop_id, id) on delete cascade
);
create index rule_calls_due on rule_calls (shop_id, due_at);
create index rule_calls_of_endpoint on rule_calls (shop_id, endpoint_id, id);
create index rule_calls_by_age on rule_calls (shop_id, created_at);

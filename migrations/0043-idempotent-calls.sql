-- Calls that carried an Idempotency-Key, and their answers, for 24 hours: a repeated call gets the answer again.
create table idempotent_calls (
  shop_id         text collate "C" not null,
  key_hash        text collate "C" not null,      -- SHA-256 of path or tool, and key
  request_hash    text collate "C" not null,      -- SHA-256 of the body or the arguments: another one is rejected
  status          int,                            -- of the answer; null while the call runs
  answer          text,                           -- encrypted, for it may hold a secret; null while the call runs
  conversation_id text collate "C",               -- the conversation that the call changed
  lease_until     timestamptz(3),                 -- for a call that reaches beyond the database: when another may take it over
  created_at      timestamptz(3) not null,
  constraint idempotent_calls_pk primary key (shop_id, key_hash),
  constraint idempotent_calls_shop foreign key (shop_id) references shops (shop_id) on delete cascade,
  constraint idempotent_calls_conversation foreign key (shop_id, conversation_id) references conversations (shop_id, id) on delete cascade
);
create index idempotent_calls_age on idempotent_calls (shop_id, created_at);
create index idempotent_calls_conversation on idempotent_calls (shop_id, conversation_id) where conversation_id is not null;

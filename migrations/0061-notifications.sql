-- What members are told of: a colleague mentioned them, or gave them a conversation. The words stay in the message.

create table notifications (
  shop_id         text collate "C" not null,
  member_id       text collate "C" not null,
  id              text collate "C" not null,      -- time-ordered
  kind            text collate "C" not null constraint notifications_kind check (kind in ('mention', 'assignment')),
  conversation_id text collate "C" not null,
  message_id      text collate "C",               -- where the mention is
  actor_id        text collate "C",               -- the member who did it; null for keys, assistants, the AI agent
  created_at      timestamptz(3) not null,
  read_at         timestamptz(3),
  constraint notifications_pk primary key (shop_id, member_id, id),
  constraint notifications_conversation foreign key (shop_id, conversation_id)
    references conversations (shop_id, id) on delete cascade
);
create index notifications_of_conversation on notifications (shop_id, conversation_id);

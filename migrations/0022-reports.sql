-- What reports count: conversations by when they began, and when each was resolved and by whom. The first reply is
-- read from the messages themselves.

alter table conversations add column resolved_at timestamptz(3);
alter table conversations add column resolved_by text collate "C";   -- a member; null for keys, assistants, the AI agent
create index conversations_created on conversations (shop_id, created_at)
  where datastore = 'postgresql' and not is_playground;

-- What lets a client that was away ask for exactly what it missed (docs/decisions/0010-revisions.md). A conversation
-- counts its changes in last_position: a new message takes the next number as its position, an edit or a deletion takes
-- the next number as the message's revision. A message that never changed has none: its position is its revision.

alter table messages add column revision bigint;
-- What the browser called the message when it was written: the same one never makes two.
alter table messages add column client_id text collate "C";
create index messages_changed on messages (shop_id, conversation_id, revision) where revision is not null;
create unique index messages_client_id on messages (shop_id, client_id) where client_id is not null;

-- How far each side has read, as a revision. Where a side has read everything (is_read, is_customer_read), that counts.
alter table conversations add column agent_position bigint not null default 0;
alter table conversations add column customer_position bigint not null default 0;

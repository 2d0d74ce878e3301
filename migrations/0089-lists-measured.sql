-- Lists of conversations that were looked for through all of a store's.

-- What the AI agent holds, resolved ones too: a part of a store's conversations.
create index conversations_ai on conversations (shop_id, active_key desc, id desc, status, member_id, is_read, snoozed_until)
  where is_chat_bot and datastore = 'postgresql' and not is_playground;

-- Open ones of no team are skipped to inside the index, too.
drop index conversations_open;
create index conversations_open on conversations
  (shop_id, active_key desc, id desc, member_id, is_chat_bot, channel, is_read, snoozed_until, team_id)
  where status = 'open' and datastore = 'postgresql' and not is_playground;

-- All that began in a span is put in order inside the index, where few of it are wanted.
drop index conversations_created;
create index conversations_created on conversations
  (shop_id, created_at, active_key, id, returned_at, status, channel, has_chat_bot)
  where datastore = 'postgresql' and not is_playground;

-- The few that were rated with one value.
create index conversation_attributes_rating on conversation_attributes (shop_id, value, conversation_id)
  where name = 'Rating' and value in ('1', '2', '3', '4', '5');

-- Who replied first: lists of reports look for it in every conversation of a span, and looked through messages for it.

alter table conversations add column first_reply_by text collate "C"; -- the member's id, '' where it names none; null: nobody

update conversations c set first_reply_by = r.by from (
  select distinct on (shop_id, conversation_id) shop_id, conversation_id, coalesce(member_id, '') as by
  from messages where sender_type = 'agent' and not is_note order by shop_id, conversation_id, position) r
where c.shop_id = r.shop_id and c.id = r.conversation_id;

-- Found inside the index of what began in a span.
drop index conversations_created;
create index conversations_created on conversations
  (shop_id, created_at, active_key, id, returned_at, status, channel, has_chat_bot, first_reply_by)
  where datastore = 'postgresql' and not is_playground;

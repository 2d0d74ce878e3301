-- Without statistics the planner takes a store's id for as good as unique, and may look rows up by it alone: each
-- look-up then reads the whole store. Servers gather statistics by themselves after a while, the embedded database
-- never does, and a bulk load cannot wait. The function runs as the owner of the tables, for only the owner may.
-- One table at a time, for all stores wait for each of them on the embedded database; and of those columns alone that
-- records are looked up by, from fewer rows: wide texts were most of the time. A server gathers the rest by itself.

create or replace function refresh_statistics(part text) returns void
  language plpgsql security definer set search_path = public, pg_temp set default_statistics_target = 25 as $$
begin
  case part
    when 'members' then analyze members (shop_id, id, email_key);
    when 'contacts' then analyze contacts (shop_id, id, created_at, email_key, platform_id, name_key, name_rest_key);
    when 'conversations' then analyze conversations (shop_id, id, firestore_id, pg_convo_id, active_key, status, channel,
      is_read, member_id, datastore, is_playground, contact_id, email_key, is_starred, created_at, is_chat_bot,
      snoozed_until, returned_at);
    when 'messages' then analyze messages (shop_id, conversation_id, position, id, revision, client_id);
    when 'conversation_tags' then analyze conversation_tags (shop_id, tag, conversation_id);
  end case;
end $$;

-- Without statistics the planner takes a store's id for as good as unique, and may look rows up by it alone: each
-- look-up then reads the whole store. Servers gather statistics by themselves after a while, the embedded database
-- never does, and a bulk load cannot wait. The function runs as the owner of the tables, for only that one may.

create function refresh_statistics() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  analyze members;
  analyze contacts;
  analyze conversations;
  analyze messages;
  analyze conversation_tags;
end $$;

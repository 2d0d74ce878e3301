-- pg_restore empties the search path while it stores rows, so the functions behind `wire` name wire_time with its
-- schema: without it a dump of this database could not be restored.
do $$
declare
  caller regproc;
begin
  foreach caller in array array['conversation_wire', 'message_wire']::regproc[] loop
    execute replace(
      pg_get_functiondef(caller),
      ' wire_time(',
      format(' %I.wire_time(', (select nspname from pg_proc p join pg_namespace n on n.oid = p.pronamespace where p.oid = 'wire_time'::regproc))
    );
  end loop;
end $$;

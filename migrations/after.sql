-- Runs after every migration run; harmless to repeat.
--
-- 1. The second fence: each table that carries shop_id shows and takes only rows of the store named by app.shop_id.
--    A connection that names no store gets an error, not rows. '*' is for the few statements across stores (sweeps,
--    the operator's list), which database/database.ts keeps apart.
-- 2. On Citus, each table is distributed by store. Elsewhere that part does nothing.

do $$
declare
  t record;
begin
  for t in
    select c.oid, c.relname
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'shop_id' and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> 'shop_directory'
       and not exists (select 1 from pg_policy p where p.polrelid = c.oid)
     order by c.oid
  loop
    execute format('alter table %I enable row level security', t.relname);
    execute format('alter table %I force row level security', t.relname);
    execute format(
      -- `case`, not `or`: docs/decisions/0101-case-policies.md
      'create policy one_store on %I using (case when shop_id = current_setting(''app.shop_id'') then true else current_setting(''app.shop_id'') = ''*'' end)',
      t.relname);
  end loop;
end $$;

do $$
declare
  t record;
begin
  if not exists (select 1 from pg_extension where extname = 'citus') then
    return;
  end if;
  set local citus.multi_shard_modify_mode = 'sequential';
  -- Forced row-level security binds a table's owner too. An owner whom it cannot bind leads the service to step down to
  -- another role, which is bound anyway; and shards can only be moved while they are in use where it is not forced.
  if (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) then
    for t in
      select c.relname from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relforcerowsecurity and not c.relispartition
    loop
      execute format('alter table %I no force row level security', t.relname);
    end loop;
  end if;
  -- What generated columns are computed with. Functions that were made before the extension came are not on the workers.
  for t in
    select p.oid
      from pg_proc p
     where p.pronamespace = 'public'::regnamespace
       and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
       and not exists (select 1 from pg_dist_object o where o.classid = 'pg_proc'::regclass and o.objid = p.oid)
     order by p.oid
  loop
    perform create_distributed_function(t.oid::regprocedure);
  end loop;
  -- In order of creation, so that parents come before the tables that reference them.
  for t in
    select c.oid, c.relname
      from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname not in ('schema_migrations', 'processes', 'used_sign_in_states', 'waiting_sign_ins', 'passkey_challenges')
       and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
       and not exists (select 1 from pg_dist_partition p where p.logicalrelid = c.oid and (p.partmethod = 'h' or p.repmodel = 't'))
     order by c.oid
  loop
    if t.relname = 'shop_directory' then
      perform create_reference_table(t.oid::regclass);
    elsif t.relname = 'shops' then
      perform create_distributed_table('shops', 'shop_id', colocate_with => 'none');
    else
      perform create_distributed_table(t.oid::regclass, 'shop_id', colocate_with => 'shops');
    end if;
  end loop;
end $$;

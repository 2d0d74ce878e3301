import type { Queries, SystemQueries } from '#database/database.ts'

/** Waits until no other transaction is choosing among the names that begin with `base`. */
export async function takeTurnForName(tx: Queries, kind: 'help_handle', base: string): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended($2 || ' ' || $3, 0)) where $1 <> ''", [kind, base])
}

/** A name of the directory that no store has yet: `base`, or `base-2` and so on. */
export async function findFreeName(tx: Queries, kind: 'help_handle', base: string): Promise<string> {
  const [row] = await tx.query<{ name: string }>(
    `select x.name from (
       select case when n = 1 then $3 else $3 || '-' || n end as name, n from generate_series(1, 1000000) n) x
     where $1 <> '' and not exists (select from shop_directory d where d.kind = $2 and d.lookup = x.name)
     order by x.n limit 1`,
    [kind, base],
  )
  if (!row) throw new Error(`every number of ${base} is taken`)
  return row.name
}

/** Whether a name of the directory is another store's. */
export async function isOfOtherStore(tx: Queries, kind: 'help_domain', name: string): Promise<boolean> {
  const rows = await tx.query('select 1 from shop_directory where kind = $2 and lookup = $3 and shop_id <> $1', [
    kind,
    name,
  ])
  return rows.length > 0
}

/** Whether a host name is proven to be the store's. */
export async function findProvenDomain(shop: Queries, domain: string): Promise<boolean> {
  const rows = await shop.query(
    "select 1 from shop_directory where shop_id = $1 and kind = 'help_domain' and lookup = $2",
    [domain],
  )
  return rows.length > 0
}

/** A proven domain with its store's help centre. */
export interface ProvenDomain {
  domain: string
  handle: string
  /** The help pages are public. */
  isOn: boolean
}

/** The proven domains of all stores. */
export function listProvenDomains(system: SystemQueries): Promise<ProvenDomain[]> {
  return system.query(
    `select d.lookup as domain, s.settings->'helpCentre'->>'handle' as handle,
       coalesce((s.settings->'helpCentre'->>'enabled')::boolean, false) and s.uninstalled_at is null as is_on
     from shop_directory d join shops s on s.shop_id = d.shop_id where d.kind = 'help_domain'`,
  )
}

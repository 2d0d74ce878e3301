import type { Queries, SystemQueries } from '#database/database.ts'

/** The look of a store's mails, as its admins chose it. */
export interface StoredMailLook {
  /** https, or a path of this service. */
  logoUrl: string | null
  /** Six hex digits: `#1f6f54`. */
  color: string | null
  footer: string | null
}

export interface StoreRow {
  shopId: string
  appId: string
  name: string
  plan: string
  settings: Record<string, unknown>
  /** Members see nothing before they have a second factor. */
  requireSecondFactor: boolean
  /** Whether the reports count orders that came after conversations. */
  salesReport: boolean
  mailLook: StoredMailLook | null
  ownerId: string | null
  ownerEmail: string | null
  installedAt: Date
  uninstalledAt: Date | null
  createdAt: Date
}

const SELECT = `select s.shop_id, s.app_id, s.name, s.plan, s.settings, s.require_second_factor, s.sales_report, s.mail_look, s.owner_id, m.email as owner_email, s.installed_at,
    s.uninstalled_at, s.created_at
  from shops s left join members m on m.shop_id = s.shop_id and m.id = s.owner_id`

/** A new store with its counters and its App ID's place in the directory. */
export async function insertStore(
  tx: Queries,
  store: { appId: string; name: string; plan: string; settings: object; ownerId: string | null; now: Date },
): Promise<void> {
  await Promise.all([
    tx.query(
      `insert into shops (shop_id, app_id, name, plan, settings, owner_id, installed_at, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $7)`,
      [store.appId, store.name, store.plan, store.settings, store.ownerId, store.now],
    ),
    tx.query('insert into shop_counters (shop_id) values ($1)'),
    insertDirectoryEntry(tx, 'app_id', store.appId, null),
  ])
}

export async function findStore(shop: Queries, lock = false): Promise<StoreRow | undefined> {
  const [row] = await shop.query<StoreRow>(`${SELECT} where s.shop_id = $1 ${lock ? 'for no key update of s' : ''}`)
  return row
}

/** Makes the store the one that the demo shop sells for. */
export async function markAsDemo(shop: Queries): Promise<void> {
  await shop.query('update shops set is_demo = true where shop_id = $1')
}

/** The first demo store that is installed. */
export async function findDemoStore(
  system: SystemQueries,
): Promise<Pick<StoreRow, 'shopId' | 'appId' | 'name'> | undefined> {
  const [row] = await system.query<Pick<StoreRow, 'shopId' | 'appId' | 'name'>>(
    'select shop_id, app_id, name from shops where is_demo and uninstalled_at is null order by created_at limit 1',
  )
  return row
}

/** What the store has set, without the defaults. */
export async function findSettings(shop: Queries): Promise<object> {
  const [row] = await shop.query<{ settings: object }>('select settings from shops where shop_id = $1')
  return row?.settings ?? {}
}

/** The look of the store's mails, and its name. */
export async function findMailLook(
  shop: Queries,
): Promise<{ mailLook: StoredMailLook | null; storeName: string } | undefined> {
  const [row] = await shop.query<{ mailLook: StoredMailLook | null; storeName: string }>(
    'select mail_look, name as store_name from shops where shop_id = $1',
  )
  return row
}

/** Stores of the whole service, newest first. */
export function listStores(
  system: SystemQueries,
  page: { limit: number; after: { createdAt: Date; shopId: string } | null },
): Promise<StoreRow[]> {
  return page.after
    ? system.query<StoreRow>(
        `${SELECT} where (s.created_at, s.shop_id) < ($1, $2) order by s.created_at desc, s.shop_id desc limit $3`,
        [page.after.createdAt, page.after.shopId, page.limit],
      )
    : system.query<StoreRow>(`${SELECT} order by s.created_at desc, s.shop_id desc limit $1`, [page.limit])
}

export async function updateStore(
  tx: Queries,
  store: Omit<StoreRow, 'shopId' | 'appId' | 'ownerId' | 'ownerEmail' | 'createdAt'>,
): Promise<void> {
  await tx.query(
    `update shops set name = $2, plan = $3, settings = $4, installed_at = $5, uninstalled_at = $6, require_second_factor = $7,
       sales_report = $8, mail_look = $9::json
     where shop_id = $1`,
    [
      store.name,
      store.plan,
      store.settings,
      store.installedAt,
      store.uninstalledAt,
      store.requireSecondFactor,
      store.salesReport,
      store.mailLook,
    ],
  )
}

type DirectoryKind =
  | 'app_id'
  | 'api_key'
  | 'webhook_secret'
  | 'channel_account'
  | 'mail_account'
  | 'mail_store'
  | 'connection'
  | 'help_handle'
  | 'help_domain'

/** Makes a public id or a credential's hash findable without its store. */
export async function insertDirectoryEntry(
  tx: Queries,
  kind: DirectoryKind,
  lookup: string,
  refId: string | null,
): Promise<void> {
  await tx.query('insert into shop_directory (shop_id, kind, lookup, ref_id) values ($1, $2, $3, $4)', [
    kind,
    lookup,
    refId,
  ])
}

/** Creates an entry that two stores may claim: false if another store has it. */
export async function claimDirectoryEntry(
  tx: Queries,
  kind: DirectoryKind,
  lookup: string,
  refId: string | null,
): Promise<boolean> {
  const rows = await tx.query(
    `insert into shop_directory (shop_id, kind, lookup, ref_id) values ($1, $2, $3, $4)
     on conflict (kind, lookup) do update set ref_id = excluded.ref_id where shop_directory.shop_id = $1 returning 1`,
    [kind, lookup, refId],
  )
  return rows.length > 0
}

export async function deleteDirectoryEntry(tx: Queries, kind: DirectoryKind, lookup: string): Promise<void> {
  await tx.query('delete from shop_directory where shop_id = $1 and kind = $2 and lookup = $3', [kind, lookup])
}

/** Which store a public id or a credential's hash belongs to. */
export async function lookUpDirectory(
  system: SystemQueries,
  kind: DirectoryKind,
  lookup: string,
): Promise<{ shopId: string; refId: string | null } | undefined> {
  const [row] = await system.query<{ shopId: string; refId: string | null }>(
    'select shop_id, ref_id from shop_directory where kind = $1 and lookup = $2',
    [kind, lookup],
  )
  return row
}

/** Takes `count` fresh numbers for pgConvoId and returns the first. Serialises new conversations of one store. */
export async function takeConversationNumbers(tx: Queries, count: number): Promise<bigint> {
  const [row] = await tx.query<{ last: string }>(
    'update shop_counters set pg_convo_id = pg_convo_id + $2 where shop_id = $1 returning pg_convo_id as last',
    [count],
  )
  return BigInt(row?.last ?? 0) - BigInt(count) + 1n
}

/** Keeps fresh numbers above one that was brought along by an import. */
export async function raiseConversationNumber(tx: Queries, number: bigint): Promise<void> {
  await tx.query('update shop_counters set pg_convo_id = $2 where shop_id = $1 and pg_convo_id < $2', [number])
}

export async function addToContactCount(tx: Queries, added: number): Promise<void> {
  await tx.query('update shop_counters set contact_count = contact_count + $2 where shop_id = $1', [added])
}

export async function contactCount(shop: Queries): Promise<number> {
  const [row] = await shop.query<{ count: string }>(
    'select contact_count as count from shop_counters where shop_id = $1',
  )
  return Number(row?.count ?? 0)
}

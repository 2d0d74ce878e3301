import { currentTime } from '#base/clock.ts'
import { newId, newToken } from '#base/ids.ts'
import { given } from '#base/objects.ts'
import { emailKey, hasText } from '#base/text.ts'
import { endAssistants } from '#core/assistants/assistants.ts'
import { type AuditAction, recordAudit } from '#core/audit-log.ts'
import type { Caller } from '#core/caller.ts'
import { checkEmail } from '#core/checks.ts'
import { invalidParams, notFound } from '#core/errors.ts'
import { keepPictures } from '#core/files/pictures.ts'
import { displayName } from '#core/members/members.ts'
import { checkPassword, hashPassword, saltOf } from '#core/members/passwords.ts'
import { decodeCursor, encodeCursor } from '#database/cursor.ts'
import type { Database, Queries } from '#database/database.ts'
import { saveMembers } from '#storage/members/members.ts'
import { resumeConnections, suspendConnections } from '#storage/platform/connections.ts'
import {
  findStore,
  insertStore,
  listStores,
  lookUpDirectory,
  type StoredMailLook,
  type StoreRow,
  updateStore,
} from '#storage/stores/stores.ts'
import { askForRecount } from '#storage/targets/targets.ts'
import { claimAddresses } from './help-addresses.ts'
import { claimHandle } from './help-handle.ts'
import { type Plan, requirePlan } from './plans.ts'
import { changeSettings, completeSettings, type Settings } from './settings.ts'

/** A store as its operator sees it. */
export interface Store extends StoreRow {
  plan: Plan
  settings: Settings
}

export interface NewOwner {
  email: string
  password?: string
  firstName?: string
  lastName?: string
}

/** A new store, with an owner if one is named. `password` is shown here once when the service made it. */
export async function createStore(
  database: Database,
  request: { name: string; plan?: Plan; owner?: NewOwner },
): Promise<{ store: Store; owner: { memberId: string; email: string; password: string | null } | null }> {
  if (!hasText(request.name)) throw invalidParams('name must not be empty.')
  const now = currentTime()
  const shop = database.shop(newToken('shop_', 10))
  const owner = request.owner && (await prepareOwner(shop, request.owner, now))
  await shop.transaction(async (tx) => {
    await insertStore(tx, {
      appId: newToken('app_', 10),
      name: request.name,
      plan: request.plan ?? 'free',
      settings: { helpCentre: { handle: await claimHandle(tx, request.name) } },
      ownerId: owner?.member.id ?? null,
      now,
    })
    if (owner) await saveMembers(tx, [owner.member])
  })
  return { store: await requireStore(database, shop.shopId), owner: owner?.answer ?? null }
}

async function prepareOwner({ secrets }: Queries, owner: NewOwner, now: Date) {
  checkEmail(owner.email)
  if (owner.password !== undefined) await checkPassword(owner.password)
  const generated = owner.password === undefined ? newToken('', 16) : null
  const key = emailKey(owner.email)
  const names = { firstName: owner.firstName ?? null, lastName: owner.lastName ?? null }
  const member = {
    id: newId(),
    email: owner.email,
    emailKey: key,
    ...names,
    fullName: displayName({ ...names, email: owner.email }),
    avatarUrl: '',
    role: 'admin' as const,
    active: true,
    enableAwayMode: null,
    passwordHash: await hashPassword(generated ?? (owner.password as string), saltOf(secrets, key)),
    createdAt: now,
  }
  return { member, answer: { memberId: member.id, email: owner.email, password: generated } }
}

export async function requireStore(database: Database, shopId: string): Promise<Store> {
  const row = /^[\w-]{1,64}$/.test(shopId) ? await findStore(database.shop(shopId)) : undefined
  if (!row) throw notFound('Store')
  return toStore(row)
}

/** Whether there is a store with this id. */
export async function hasStore(database: Database, shopId: string): Promise<boolean> {
  return (await findStore(database.shop(shopId))) !== undefined
}

/** The store that a public App ID belongs to. */
export async function findShopByAppId(database: Database, appId: string): Promise<string | undefined> {
  return (await lookUpDirectory(database.system, 'app_id', appId))?.shopId
}

/** Refuses what the caller's store's plan does not include. */
export async function requireStorePlan(caller: Caller, minimum: Plan, what: string): Promise<void> {
  const store = await findStore(caller.shop)
  requirePlan((store?.plan ?? 'free') as Plan, minimum, what)
}

/** Stores of the service, newest first. */
export async function listAllStores(
  database: Database,
  page: { limit: number; cursor: string | null },
): Promise<{ stores: Store[]; nextCursor: string | null }> {
  const after = page.cursor === null ? null : decodeCursor(page.cursor, ['time', 'string'])
  if (page.cursor !== null && !after) throw invalidParams('cursor cannot be decoded.')
  const rows = await listStores(database.system, {
    limit: page.limit + 1,
    after: after && { createdAt: new Date(after[0] as number), shopId: after[1] as string },
  })
  const hasMore = rows.length > page.limit
  if (hasMore) rows.pop()
  const last = rows.at(-1)
  return {
    stores: rows.map(toStore),
    nextCursor: hasMore && last ? encodeCursor([last.createdAt.getTime(), last.shopId]) : null,
  }
}

export interface StoreChange {
  name?: string
  plan?: Plan
  settings?: object
  /** Members see nothing before they have a second factor. */
  requireSecondFactor?: boolean
  /** The reports count orders that came after conversations. */
  salesReport?: boolean
  /** The look of mails; null for plain ones. */
  mailLook?: StoredMailLook | null
}

/** Changes a store. Settings are merged, and their plans checked against the plan the store has afterwards. */
export async function changeStore(caller: Caller, change: StoreChange): Promise<Store> {
  const { name, plan, settings, requireSecondFactor, salesReport, mailLook } = change
  if (name !== undefined && !hasText(name)) throw invalidParams('name must not be empty.')
  const changed = (store: Store) => ({
    ...store,
    name: name ?? store.name,
    plan: plan ?? store.plan,
    requireSecondFactor: requireSecondFactor ?? store.requireSecondFactor,
    salesReport: salesReport ?? store.salesReport,
    mailLook: mailLook === undefined ? store.mailLook : mailLook,
    settings: settings ? changeSettings(store.settings, settings, plan ?? store.plan) : store.settings,
  })
  const details = given({ name, plan, settings, requireSecondFactor, salesReport, mailLook })
  const { widget } = (settings ?? {}) as { widget?: { hours?: unknown } | null }
  return updateLocked(caller, 'settings.changed', details, changed, async (tx, store, before) => {
    if (requireSecondFactor) tx.signal({ kind: 'sessions' })
    if (settings !== undefined || name !== undefined) tx.signal({ kind: 'help_centre' })
    if (settings !== undefined) await claimAddresses(tx, before.settings.helpCentre, store.settings.helpCentre)
    if (widget !== undefined || mailLook !== undefined) await keepPictures(tx, store)
    if (widget?.hours === undefined) return
    // Clocks of conversations run by these.
    await askForRecount(tx, currentTime())
    tx.signal({ kind: 'targets' })
  })
}

/**
 * Uninstalling revokes no key and stops no subscription, which a store clears itself beforehand (spec 1.4), but ends
 * the visitors' sockets and what assistants were granted, and wipes the keys of the shop's API (spec C12.13).
 */
export async function uninstallStore(caller: Caller): Promise<Store> {
  const uninstall = (store: Store) => ({ ...store, uninstalledAt: store.uninstalledAt ?? currentTime() })
  const store = await updateLocked(caller, 'store.uninstalled', {}, uninstall, async (tx) => {
    await endAssistants(tx, caller.actor, 'The store was uninstalled.')
    await suspendConnections(tx, currentTime())
  })
  caller.shop.signal({ kind: 'uninstalled' })
  caller.shop.signal({ kind: 'help_centre' })
  return store
}

export function installStore(caller: Caller): Promise<Store> {
  const install = (store: Store) =>
    store.uninstalledAt ? { ...store, installedAt: currentTime(), uninstalledAt: null } : store
  return updateLocked(caller, 'store.installed', {}, install, async (tx) => {
    await resumeConnections(tx, currentTime())
    tx.signal({ kind: 'help_centre' })
  })
}

/** Installs a store again whose shop is back; does nothing for one that is installed. */
export async function reinstallStore(caller: Caller): Promise<void> {
  if ((await findStore(caller.shop))?.uninstalledAt) await installStore(caller)
}

function updateLocked(
  { shop, actor }: Caller,
  action: AuditAction,
  details: Record<string, unknown>,
  change: (store: Store) => Store,
  also: (tx: Queries, store: Store, before: Store) => Promise<void> = async () => {},
): Promise<Store> {
  return shop.transaction(async (tx) => {
    const row = await findStore(tx, true)
    if (!row) throw notFound('Store')
    const before = toStore(row)
    const store = change(before)
    await updateStore(tx, store)
    await recordAudit(tx, actor, action, null, details)
    await also(tx, store, before)
    return store
  })
}

function toStore(row: StoreRow): Store {
  return { ...row, plan: row.plan as Plan, settings: completeSettings(row.settings) }
}

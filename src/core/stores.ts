import { currentTime } from '#base/clock.ts'
import { newId, newToken } from '#base/ids.ts'
import { emailKey, hasText } from '#base/text.ts'
import { decodeCursor, encodeCursor } from '#storage/cursor.ts'
import type { Database } from '#storage/database.ts'
import { saveMembers } from '#storage/members.ts'
import { findStore, insertStore, listStores, lookUpDirectory, type StoreRow, updateStore } from '#storage/stores.ts'
import type { Caller } from './caller.ts'
import { invalidParams, notFound } from './errors.ts'
import { displayName } from './members.ts'
import { hashPassword } from './passwords.ts'
import { type Plan, requirePlan } from './plans.ts'
import { changeSettings, completeSettings, type Settings } from './settings.ts'

/** A store as its operator sees it. */
export interface Store {
  shopId: string
  appId: string
  name: string
  plan: Plan
  settings: Settings
  ownerId: string | null
  ownerEmail: string | null
  installedAt: Date
  uninstalledAt: Date | null
  createdAt: Date
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
  const owner = request.owner && (await prepareOwner(request.owner, now))
  await shop.transaction(async (tx) => {
    await insertStore(tx, {
      appId: newToken('app_', 10),
      name: request.name,
      plan: request.plan ?? 'free',
      ownerId: owner?.member.id ?? null,
      now,
    })
    if (owner) await saveMembers(tx, [owner.member])
  })
  return { store: await requireStore(database, shop.shopId), owner: owner?.answer ?? null }
}

async function prepareOwner(owner: NewOwner, now: Date) {
  checkEmail(owner.email)
  const generated = owner.password === undefined ? newToken('', 12) : null
  const names = { firstName: owner.firstName ?? null, lastName: owner.lastName ?? null }
  const member = {
    id: newId(),
    email: owner.email,
    emailKey: emailKey(owner.email),
    ...names,
    fullName: displayName({ ...names, email: owner.email }),
    avatarUrl: '',
    role: 'admin' as const,
    active: true,
    enableAwayMode: null,
    passwordHash: await hashPassword(generated ?? (owner.password as string)),
    createdAt: now,
  }
  return { member, answer: { memberId: member.id, email: owner.email, password: generated } }
}

/** An address has one @ with something on both sides and no white space. Whether it works, a mail must show. */
export function checkEmail(email: string): void {
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 320) throw invalidParams('email is not an email address.')
}

export async function requireStore(database: Database, shopId: string): Promise<Store> {
  const row = /^[\w-]{1,64}$/.test(shopId) ? await findStore(database.shop(shopId)) : undefined
  if (!row) throw notFound('Store')
  return toStore(row)
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
}

/** Changes a store. Settings are merged, and their plans checked against the plan the store has afterwards. */
export async function changeStore(database: Database, shopId: string, change: StoreChange): Promise<Store> {
  if (change.name !== undefined && !hasText(change.name)) throw invalidParams('name must not be empty.')
  return updateLocked(database, shopId, (store) => {
    const plan = change.plan ?? store.plan
    return {
      ...store,
      name: change.name ?? store.name,
      plan,
      settings: change.settings ? changeSettings(store.settings, change.settings, plan) : store.settings,
    }
  })
}

/** Uninstalling revokes no key and stops no subscription; a store clears those itself beforehand (spec 1, fact 4). */
export function uninstallStore(database: Database, shopId: string): Promise<Store> {
  return updateLocked(database, shopId, (store) => ({ ...store, uninstalledAt: store.uninstalledAt ?? currentTime() }))
}

export function installStore(database: Database, shopId: string): Promise<Store> {
  return updateLocked(database, shopId, (store) =>
    store.uninstalledAt ? { ...store, installedAt: currentTime(), uninstalledAt: null } : store,
  )
}

async function updateLocked(database: Database, shopId: string, change: (store: Store) => Store): Promise<Store> {
  await requireStore(database, shopId)
  return database.shop(shopId).transaction(async (tx) => {
    const row = await findStore(tx, true)
    if (!row) throw notFound('Store')
    const store = change(toStore(row))
    await updateStore(tx, store)
    return store
  })
}

function toStore(row: StoreRow): Store {
  return { ...row, plan: row.plan as Plan, settings: completeSettings(row.settings) }
}

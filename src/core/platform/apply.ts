import { AdaptiveBatchSize } from '#base/adaptive-batch-size.ts'
import type { Change, CustomerReference, ReadLine } from '#connectors/changes.ts'
import type { Caller } from '#core/caller.ts'
import { deleteNamedOrders, redact, redactShop, requestData, type SupportMail } from '#core/contacts/privacy.ts'
import { ParleyError } from '#core/errors.ts'
import type { FileStore } from '#core/files/files.ts'
import { type Entry, writeBatch } from '#core/import/batch.ts'
import { time } from '#core/import/fields.ts'
import { rejected } from '#core/import/kind.ts'
import { whyRefused } from '#core/import/refusals.ts'
import { TURN_MS } from '#core/limits.ts'
import { installStore, uninstallStore } from '#core/stores/stores.ts'
import type { Shop } from '#database/database.ts'
import { findContact, listContactsByPlatformId } from '#storage/contacts/contacts.ts'
import { takeTurn } from '#storage/locks.ts'
import { type CustomerUpdate, forgetCustomer, type ShopCustomer, saveCustomer } from './contacts.ts'
import { checkRecord, deletionOf, entryOf } from './records.ts'

/** Lines written in one transaction. */
const BATCH_LINES = 200

export interface ApplyContext {
  shop: Shop
  connectionId: string
  /** Names what is applied, so that the same request is noted once. */
  deliveryId: string
  /** When the shop told. */
  at: Date
  /** Whether records are taken over: not from a connection that has ended. Privacy requests always are. */
  isListening: boolean
  /** Whether customers become contacts who never wrote. */
  makesContacts: boolean
  files: FileStore
  mail: SupportMail
  /** A hint that a record has changed: asks the shop for it; `at`: when it was asked. */
  reread?: (change: Extract<Change, { act: 'reread' }>) => Promise<{ changes: Change[]; at: Date }>
}

/** A line that was not applied, and why. */
export interface RefusedLine {
  line: number
  message: string
}

/** Throws `rejected` where a line can never be applied. */
export function checkChange(change: Change | Error): Change {
  if (change instanceof Error) throw rejected(change.message)
  if (change.act === 'save') checkRecord(change)
  if (change.act === 'delete') time(change.updatedAt, 'data.updatedAt')
  return change
}

/**
 * Applies what a shop told, in its order. Each line stands or falls alone, as in an import; what is older than what is
 * known changes nothing. All of it may be applied again: that changes nothing more.
 */
export async function applyChanges(lines: Iterable<ReadLine>, applying: ApplyContext): Promise<RefusedLine[]> {
  const { shop } = applying
  const refused: RefusedLine[] = []
  const pace = shop.takesTurns ? new AdaptiveBatchSize({ targetMs: TURN_MS, start: 10, max: BATCH_LINES }) : null
  let batch: Entry[] = []
  let { isListening } = applying
  const refuse = (line: number, error: unknown) => {
    const message = error instanceof ParleyError ? error.message : whyRefused(error)
    if (!message) throw error
    refused.push({ line, message })
  }
  const flush = async () => {
    const full = batch
    batch = []
    await writeBatch(shop, full, { pace, refused: ({ line }, error) => refuse(line, error) })
  }
  const take = async (line: number, change: Change, at: Date) => {
    checkChange(change)
    if (change.act === 'reread') {
      const read = isListening && applying.reread ? await applying.reread(change) : null
      for (const one of read?.changes ?? []) await take(line, one, (read as { at: Date }).at)
    } else if (change.act === 'save' || change.act === 'delete') {
      if (!isListening) return
      const told = toldOf(change, applying, at)
      const entry = entryFor(change, line, told)
      if (entry) batch.push(entry)
      else await flush().then(() => takeContact(shop, change, told))
      if (batch.length >= (pace?.size ?? BATCH_LINES)) await flush()
    } else {
      await flush()
      if (change.act === 'uninstalled') isListening = false
      if (change.act === 'installed') isListening = true
      await comply(change, line, applying)
    }
  }
  for (const { line, change } of lines) {
    try {
      await take(line, checkChange(change), applying.at)
    } catch (error) {
      refuse(line, error)
    }
  }
  await flush()
  return refused.sort((a, b) => a.line - b.line)
}

type Recorded = Extract<Change, { act: 'save' | 'delete' }>

/** A time to come is taken for now: it would keep everything later out. */
function toldOf({ updatedAt }: Recorded, { connectionId, makesContacts }: ApplyContext, at: Date): CustomerUpdate {
  const updated = time(updatedAt, 'data.updatedAt') ?? at
  return { connectionId, version: updated < at ? updated : at, seenAt: at, makesContacts }
}

function entryFor(change: Recorded, line: number, told: CustomerUpdate): Entry | null {
  if (change.kind === 'contact') return null
  return change.act === 'save' ? entryOf(change, line, told) : deletionOf(change, line, told)
}

function takeContact(shop: Shop, change: Recorded, told: CustomerUpdate): Promise<void> {
  return change.act === 'save'
    ? saveCustomer(shop, change.data as ShopCustomer, told)
    : forgetCustomer(shop, change.id, told)
}

type Request = Exclude<Change, { act: 'save' | 'delete' | 'reread' }>

/** Privacy requests, and the app's installing. Unknown customers are nobody: nothing is kept of them. */
async function comply(request: Request, line: number, applying: ApplyContext): Promise<void> {
  const { shop, connectionId, deliveryId, files, mail } = applying
  const caller: Caller = { shop, actor: { kind: 'platform', connectionId } }
  switch (request.act) {
    case 'redact': {
      for (const customerUuid of await findCustomers(shop, request.customer)) {
        await redact(caller, { customerUuid, orders: request.orders }, files)
      }
      await shop.transaction(async (tx) => {
        await takeTurn(tx, 'records')
        await deleteNamedOrders(tx, request.orders, applying.at)
      })
      return
    }
    case 'dataRequest':
      for (const customerUuid of await findCustomers(shop, request.customer)) {
        await requestData(caller, customerUuid, { id: `${deliveryId}-${line}-${customerUuid}`, mail })
      }
      return
    case 'shopRedact':
      return redactShop(caller, files)
    case 'uninstalled':
      await uninstallStore(caller)
      return
    case 'installed':
      await installStore(caller)
  }
}

async function findCustomers(shop: Shop, person: CustomerReference): Promise<string[]> {
  if ('platformId' in person) return listContactsByPlatformId(shop, person.platformId)
  const contact = await findContact(shop, person.customerUuid)
  return contact ? [contact.id] : []
}

import { hash } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import { currentTime } from '#base/clock.ts'
import { newId } from '#base/ids.ts'
import type { ReadLine } from '#connectors/changes.ts'
import { invalidParams, ParleyError } from '#core/errors.ts'
import { PLATFORM_WAITING_MAX } from '#core/limits.ts'
import type { Database } from '#database/database.ts'
import { countWaiting, insertDelivery, markDelivery } from '#storage/platform/inbound-webhooks.ts'
import { checkChange, type RefusedLine } from './apply.ts'
import type { ConnectionPlace } from './connections.ts'

/** A body whose signature was good. */
export interface SignedDelivery {
  /** What is stored: the body as it came, or what it means. */
  payload: Buffer
  /** What it is known by, in this order: one that comes again with any of them changes nothing. */
  marks: string[]
}

export interface TakenDelivery {
  /** Lines that will be applied. */
  accepted: number
  rejected: RefusedLine[]
  /** Whether it was accepted before, and changes nothing now. */
  isRepeated: boolean
}

/** Number of invalid lines that are reported; number of lines that are validated before other work gets a turn. */
const REJECTED_MAX = 1_000
const LINES_AT_ONCE = 200

/**
 * Stores what a shop sent, to be applied within seconds. INVALID_PARAMS where no line could ever be applied;
 * UNAVAILABLE where too much waits.
 */
export async function takeDelivery(
  database: Database,
  { shopId, connectionId }: ConnectionPlace,
  { payload, marks }: SignedDelivery,
  lines: Iterable<ReadLine>,
): Promise<TakenDelivery> {
  const { accepted, rejected } = await judge(lines)
  if (accepted === 0) {
    const [first] = rejected
    throw invalidParams(
      first
        ? `No line can be applied. Line ${first.line}: ${first.message}`
        : 'The body is empty: it has to be lines {"kind": …, "data": {…}}.',
    )
  }
  const shop = database.shop(shopId)
  const waiting = await countWaiting(shop, connectionId)
  if (waiting.deliveries >= PLATFORM_WAITING_MAX.deliveries || waiting.bytes >= PLATFORM_WAITING_MAX.bytes) {
    throw new ParleyError('UNAVAILABLE', 'Too many deliveries wait to be applied; send this one again in a minute.')
  }
  const isNew = await shop.transaction(async (tx) => {
    const now = currentTime()
    for (const mark of marks) if (!(await markDelivery(tx, connectionId, hash('sha256', mark), now))) return false
    await insertDelivery(tx, { id: newId(), connectionId, payload }, now)
    return true
  })
  return isNew ? { accepted, rejected, isRepeated: false } : { accepted: 0, rejected: [], isRepeated: true }
}

async function judge(lines: Iterable<ReadLine>): Promise<{ accepted: number; rejected: RefusedLine[] }> {
  const rejected: RefusedLine[] = []
  let accepted = 0
  let judged = 0
  for (const { line, change } of lines) {
    try {
      checkChange(change)
      accepted++
    } catch (error) {
      if (rejected.length < REJECTED_MAX) rejected.push({ line, message: (error as Error).message })
    }
    if (++judged % LINES_AT_ONCE === 0) await breathe()
  }
  return { accepted, rejected }
}

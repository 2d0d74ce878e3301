import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { currentTime } from '#base/clock.ts'
import { underLease } from '#base/under-lease.ts'
import type { Caller } from '#core/caller.ts'
import { invalidParams, ParleyError } from '#core/errors.ts'
import { IDEMPOTENCY_KEYS_KEPT_MS } from '#core/limits.ts'
import type { Queries } from '#database/database.ts'
import { shopWithin } from '#database/shop-within.ts'
import { findConversation } from '#storage/conversations/conversations.ts'
import {
  type CallHashes,
  claimKey,
  findCall,
  forgetCall,
  placeOfAnswer,
  renewCall,
  storeAnswer,
} from '#storage/idempotency/calls.ts'

/** A call that may be repeated: the same one within 24 hours gets the first one's answer (spec C16). */
export interface RepeatableCall {
  /** The path as it was sent, or the tool: the same key elsewhere is another key. */
  target: string
  /** The value of Idempotency-Key. */
  key: string
  /** The body, or the arguments as JSON: compared as bytes. */
  request: Uint8Array | string
  /** The conversation that it names, by any id: the answer is deleted with it, or when its customer is erased. */
  conversation?: string | undefined
}

/** What a call was answered, and is answered again. */
export interface CallAnswer {
  status: number
  body: string
}

export type OnceAnswer = CallAnswer & { isReplayed: boolean }

type Act = (caller: Caller) => Promise<CallAnswer>

/** A call that reaches beyond the database is taken over this long after its process died. */
const LEASE_MS = 10_000
const POLL_MS = 100
/** A call that reaches beyond the database ends sooner, in time or by its own limit. */
const WAIT_MAX_MS = 60_000

/** INVALID_PARAMS for a value that is not 1 to 255 visible ASCII characters. */
export function checkKey(key: string): string {
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key
  throw invalidParams('Idempotency-Key must be 1 to 255 visible ASCII characters.')
}

/**
 * Carries out a call that changes the database only. Key, changes and answer are committed together; the same call that
 * comes meanwhile waits for that. `act` throws for what is not to be remembered.
 */
export function callOnce(caller: Caller, call: RepeatableCall, act: Act): Promise<OnceAnswer> {
  const hashes = hashesOf(call)
  return caller.shop.transaction(async (tx) => {
    if (!(await claim(tx, hashes, null))) {
      const known = await readAnswer(tx, hashes)
      if (known) return known
    }
    const answer = await act({ ...caller, shop: shopWithin(tx, caller.shop) })
    await store(tx, call, hashes, answer)
    return { ...answer, isReplayed: false }
  })
}

/**
 * Carries out a call that reaches beyond the database, such as one that changes a cart in the shop. It holds its key by a
 * lease, so that no transaction waits for another service. If its process dies before the answer is stored, the next call
 * carries it out again.
 */
export async function callOnceUnderLease(caller: Caller, call: RepeatableCall, act: Act): Promise<OnceAnswer> {
  const { shop } = caller
  const hashes = hashesOf(call)
  const waitEnd = performance.now() + WAIT_MAX_MS
  while (!(await claim(shop, hashes, LEASE_MS))) {
    const known = await readAnswer(shop, hashes)
    if (known) return known
    if (performance.now() > waitEnd)
      throw new ParleyError('UNAVAILABLE', 'The same call is still running; try again shortly.')
    await sleep(POLL_MS)
  }
  try {
    const renew = (leaseEnd: Date) => renewCall(shop, hashes.keyHash, leaseEnd)
    const answer = await underLease(LEASE_MS, renew, () => act(caller))
    await store(shop, call, hashes, answer)
    return { ...answer, isReplayed: false }
  } catch (error) {
    await forgetCall(shop, hashes.keyHash)
    throw error
  }
}

function hashesOf({ target, key, request }: RepeatableCall): CallHashes {
  return { keyHash: hash('sha256', `${target}\n${key}`, 'hex'), requestHash: hash('sha256', request, 'hex') }
}

function claim(tx: Queries, hashes: CallHashes, leaseMs: number | null): Promise<boolean> {
  const now = currentTime()
  const expiredBefore = new Date(now.getTime() - IDEMPOTENCY_KEYS_KEPT_MS)
  return claimKey(tx, {
    ...hashes,
    now,
    expiredBefore,
    leaseUntil: leaseMs === null ? null : new Date(now.getTime() + leaseMs),
  })
}

/** The first call's answer; undefined while that runs, or where it has just been forgotten. */
async function readAnswer(tx: Queries, { keyHash, requestHash }: CallHashes): Promise<OnceAnswer | undefined> {
  const known = await findCall(tx, keyHash)
  if (!known) return undefined
  if (known.requestHash !== requestHash)
    throw invalidParams('Idempotency-Key was already used with another body. Send a new key for each call.')
  const { status, answer } = known
  if (status === null || answer === null) return undefined
  return { status, body: tx.secrets.open(answer, placeOfAnswer(tx.shopId, keyHash)), isReplayed: true }
}

async function store(
  tx: Queries,
  { conversation }: RepeatableCall,
  { keyHash }: CallHashes,
  { status, body }: CallAnswer,
): Promise<void> {
  const conversationId = conversation === undefined ? null : ((await findConversation(tx, conversation))?.id ?? null)
  await storeAnswer(tx, keyHash, {
    status,
    answer: tx.secrets.seal(body, placeOfAnswer(tx.shopId, keyHash)),
    conversationId,
  })
}

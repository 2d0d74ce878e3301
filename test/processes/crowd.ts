import { type ChildProcess, fork } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { query } from '../database/database.ts'
import type { Store } from '../fixtures/factories.ts'
import type { CleanUp } from '../service/server.ts'
import { sleep, until } from '../until.ts'
import type { Order, Shopper, Told } from './shoppers.ts'

/** Sockets that one program drives, from a local address of its own: its ports are not another's. */
const A_DRIVER = 5_000
/** Messages that each shopper has seen. */
const SEEN = 5
/** Messages per second that members send to shoppers of the crowd. */
const RATE = Number(process.env.CROWD_RATE ?? 20)

/** What sockets saw of a step. Times in milliseconds. */
export interface CrowdSeen {
  /** From being cut off until the service had sent where things stand, with what was missed. */
  back: number[]
  /** From a message's answer until the shopper's socket had it. */
  late: number[]
  /** Sockets that are not open, and shoppers who have not seen all there is. */
  missing: number
}

/** Many shoppers who mostly read nothing and say nothing, as behind most open widgets. */
export class Crowd {
  readonly shoppers: Shopper[] = []
  readonly #drivers: ChildProcess[] = []
  readonly #told = new Map<ChildProcess, Told>()
  #back: number[] = []
  readonly #sent = new Map<string, { answeredAt?: number; seenAt?: number }>()
  #isOver = false
  #isCounting = false
  #underWay = 0

  /** Puts them into the stores by plain SQL, as bench/data.ts does: each with a conversation and a token. */
  async make(databaseUrl: string, stores: Store[], count: number): Promise<void> {
    for (const { shopId, appId } of stores) {
      const tokens = Array.from({ length: Math.ceil(count / stores.length) }, (_, i) => {
        const [a, b] = ['a', 'b'].map((half) => createHash('md5').update(`${shopId} ${i} ${half}`).digest('hex'))
        return `vt_${a}${b}`
      })
      const hashes = tokens.map((token) => createHash('sha256').update(token).digest('hex'))
      const every = `unnest('{${hashes.join()}}'::text[]) with ordinality as t (hash, i)`
      const rows = [
        `insert into contacts (shop_id, id, type, name, channels, created_at)
         select '${shopId}', 'crowd-' || i, 'customer', 'Zoë ' || i, array['online_store'], now() from ${every}`,
        `insert into visitors (shop_id, id, token_hash, contact_id, session_id, created_at, seen_at)
         select '${shopId}', 'crowd-' || i, hash, 'crowd-' || i, 'crowd-' || i, now(), now() from ${every}`,
        `insert into conversations (shop_id, id, pg_convo_id, contact_id, customer_name, customer_type, status, channel,
           channels, tags, is_read, has_first_msg, message_count, last_message, last_customer_at, last_position, last_active,
           created_at, updated_at)
         select '${shopId}', 'crowd-' || i, 1000000 + i, 'crowd-' || i, 'Zoë ' || i, 'customer', 'open', 'online_store',
           array['online_store'], '{}', true, true, ${SEEN},
           '{"text":"Hello","senderType":"customer","createdAt":"2026-01-01T00:00:00.000Z"}', now(), ${SEEN}, now(), now(),
           now()
         from ${every}`,
        `insert into messages (shop_id, conversation_id, position, id, sender_type, sender_name, text, created_at)
         select '${shopId}', 'crowd-' || i, m, 'crowd-' || i || '-' || m, 'customer', 'Zoë ' || i, 'Hello ' || m, now()
         from ${every}, generate_series(1, ${SEEN}) m`,
      ]
      for (const text of rows) await query(databaseUrl, text)
      for (const [i, token] of tokens.entries()) {
        this.shoppers.push({ appId, token, conversationId: `crowd-${i + 1}`, revision: SEEN })
      }
    }
    await query(databaseUrl, 'analyze')
  }

  /** Opens all sockets, each with the position its shopper has seen. */
  async open(baseUrl: string, cleanUp: CleanUp): Promise<void> {
    const program = fileURLToPath(new URL('shoppers.ts', import.meta.url))
    for (let from = 0; from < this.shoppers.length; from += A_DRIVER) {
      const driver = fork(program, { stdio: 'inherit' })
      cleanUp.push(async () => void driver.kill('SIGKILL'))
      driver.on('message', (told: Told) => this.#hear(driver, told))
      this.#drivers.push(driver)
      const url = `${baseUrl.replace(/^http/, 'ws')}/storefront/socket`
      const shoppers = this.shoppers.slice(from, from + A_DRIVER)
      driver.send({ type: 'open', url, from: `127.0.1.${this.#drivers.length}`, shoppers } satisfies Order)
    }
    const isOpen = async () => this.#open() === this.shoppers.length
    await until('the crowd’s sockets', isOpen, 300_000).catch((error) => {
      throw new Error(`${this.#open()} of ${this.shoppers.length} sockets came up`, { cause: error })
    })
  }

  #open(): number {
    return [...this.#told.values()].reduce((sum, { open }) => sum + open, 0)
  }

  #hear(driver: ChildProcess, told: Told): void {
    this.#told.set(driver, told)
    for (const { cutAt, backAt } of told.back) this.#back.push(backAt - cutAt)
    for (const [text, at] of told.seen) {
      const sent = this.#sent.get(text)
      if (sent) sent.seenAt ??= at
    }
  }

  /** Members write to one shopper after the other, until `end`. */
  async load(stores: Store[]): Promise<void> {
    const storeOf = new Map(stores.map((store) => [store.appId, store]))
    const say = async () => {
      const { appId, conversationId } = this.shoppers[Math.floor(Math.random() * this.shoppers.length)] as Shopper
      const store = storeOf.get(appId) as Store
      const sent: { answeredAt?: number; seenAt?: number } = {}
      const text = `crowd ${randomUUID()}`
      this.#sent.set(text, sent)
      const { memberId } = store.owner
      const path = `/chat/conversations/${conversationId}/messages`
      const { status } = await store.api.post(path, { text, memberId }).catch(() => ({ status: 0 }))
      if (status === 201) sent.answeredAt = Date.now()
      else this.#sent.delete(text)
    }
    while (!this.#isOver) {
      if (!this.#isCounting) {
        this.#underWay++
        void say().finally(() => this.#underWay--)
      }
      await sleep(1000 / RATE)
    }
  }

  /** What was seen since it was last asked; waits until everybody is back and has everything, or a minute has passed. */
  async look(databaseUrl: string): Promise<CrowdSeen> {
    const isHere = async () => this.#open() === this.shoppers.length
    await until('the crowd to be back', isHere, 60_000).catch(() => {})
    const answered = [...this.#sent].filter(([, { answeredAt }]) => answeredAt !== undefined)
    const isSeen = async () => answered.every(([, { seenAt }]) => seenAt !== undefined)
    await until('the crowd to have everything', isSeen, 60_000).catch(() => {})
    const late = answered.map(([, { answeredAt = 0, seenAt = Infinity }]) => Math.max(0, seenAt - answeredAt))
    for (const [text] of answered) this.#sent.delete(text)
    const back = this.#back
    this.#back = []
    return { back, late, missing: await this.#count(databaseUrl) }
  }

  /** Shoppers without an open socket, and those who have not seen the last of their conversation's revisions. */
  async #count(databaseUrl: string): Promise<number> {
    this.#isCounting = true
    await until('what is under way', () => this.#underWay === 0)
    const count = () => this.#countOnce(databaseUrl)
    // What was answered a moment ago may still be on its way.
    await until('nobody to be behind', async () => (await count()) === 0, 5_000).catch(() => {})
    const left = await count()
    this.#isCounting = false
    return left
  }

  async #countOnce(databaseUrl: string): Promise<number> {
    const rows = await query<{ key: string; revision: number }>(
      databaseUrl,
      `select s.app_id || ' ' || c.id as key, c.last_position::int as revision from conversations c
         join shops s on s.shop_id = c.shop_id where c.id like 'crowd-%'`,
    )
    const seen = new Map<string, number>()
    for (const driver of this.#drivers) {
      const asked = new Promise<Told>((resolve) => {
        const hear = (told: Told) => {
          if (!told.revisions) return
          driver.off('message', hear)
          resolve(told)
        }
        driver.on('message', hear)
      })
      driver.send({ type: 'tell' } satisfies Order)
      for (const [key, revision] of (await asked).revisions ?? []) seen.set(key, revision)
    }
    const behind = rows.filter(({ key, revision }) => (seen.get(key) ?? -1) < revision).length
    return behind + this.shoppers.length - this.#open()
  }

  end(): void {
    this.#isOver = true
  }
}

/** The value that `share` of them do not exceed. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0
}

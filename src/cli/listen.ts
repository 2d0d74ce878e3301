import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { newId, newToken } from '#base/ids.ts'
import { signedHeaders } from '#core/webhooks/sign.ts'
import { CliError, type Client } from './client.ts'

// parley listen: a store's events, as webhooks deliver them, to an address that only this computer reaches.

const ASK_MS = 1_000
/** An event is stored within this time of its `occurredAt`, later ones perhaps before it. */
const LATE_MS = 10_000
const FORWARD_MS = 10_000

interface HeardEvent {
  eventId: string
  type: string
  occurredAt: string
  body: string
}

interface Heard {
  events: HeardEvent[]
  nextCursor: string | null
  now: string
}

interface Options {
  /** The address; `http` or `https`. */
  forward: string | undefined
  /** A line of JSON for each event. */
  isJson: boolean
}

/**
 * Forwards all events of the store at `path` of the operator API that happen while it runs, each once and in their
 * order, until the process is asked to end. Nothing is tried again: an address that refuses is reported.
 */
export async function listen(client: Client, path: string, { forward, isJson }: Options): Promise<void> {
  const url = addressOf(forward)
  const secret = newToken('whsec_', 24)
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => ending.abort())
  const say = (line: string, facts: object) => process.stdout.write(`${isJson ? JSON.stringify(facts) : line}\n`)
  const ear = new Ear(client, path)
  await ear.begin()
  say(`Forwarding events to ${url}\nSecret: ${secret}\nCtrl-C ends it.`, { forward: url, secret })
  while (!ending.signal.aborted) {
    const events = await ear.next().catch((error: unknown) => {
      if (!(error instanceof CliError)) throw error
      process.stderr.write(`${error.message}\n`)
      return []
    })
    for (const event of events) {
      if (ending.signal.aborted) return
      const begun = performance.now()
      const outcome = await deliver(url, event, { secret, signal: ending.signal })
      const took = Math.round(performance.now() - begun)
      const { eventId, type, occurredAt } = event
      say(`${occurredAt}  ${type}  ${outcome}  ${took} ms`, { eventId, type, occurredAt, outcome, ms: took })
    }
    await Promise.race([sleep(ASK_MS, undefined, { signal: ending.signal }), once(ending.signal, 'abort')]).catch(
      () => {}, // asked to end
    )
  }
}

function addressOf(forward: string | undefined): string {
  const url = forward !== undefined && URL.parse(forward)
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new CliError('--forward must be an http or https address, such as http://localhost:3000/parley.')
  }
  return url.href
}

/** What has happened since it began, each event once. */
class Ear {
  readonly #client: Client
  readonly #path: string
  /** When each of the last events occurred, by its id. */
  readonly #heard = new Map<string, number>()
  #start = 0

  constructor(client: Client, path: string) {
    this.#client = client
    this.#path = path
  }

  async begin(): Promise<void> {
    this.#start = Date.parse((await this.#ask({})).now)
  }

  async next(): Promise<HeardEvent[]> {
    const newest = Math.max(this.#start, ...this.#heard.values())
    const since = new Date(Math.max(this.#start, newest - LATE_MS)).toISOString()
    const found: HeardEvent[] = []
    for (let cursor: string | undefined; ; ) {
      const { events, nextCursor } = await this.#ask({ since, ...(cursor && { cursor }) })
      found.push(...events.filter(({ eventId }) => !this.#heard.has(eventId)))
      if (nextCursor === null) break
      cursor = nextCursor
    }
    for (const { eventId, occurredAt } of found) this.#heard.set(eventId, Date.parse(occurredAt))
    for (const [id, at] of this.#heard) if (at < Date.parse(since)) this.#heard.delete(id)
    return found
  }

  async #ask(body: object): Promise<Heard> {
    return (await this.#client.call('POST', `${this.#path}/events/listen`, body)) as Heard
  }
}

/** One attempt; returns the answer's status, or why there was none. */
async function deliver(
  url: string,
  { eventId, type, body }: HeardEvent,
  { secret, signal }: { secret: string; signal: AbortSignal },
): Promise<string> {
  const bytes = Buffer.from(body)
  const headers = signedHeaders(
    { id: newId(), eventId, type, secret, headers: {} },
    bytes,
    Math.floor(Date.now() / 1_000),
  )
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(FORWARD_MS)])
    const answer = await request(url, { method: 'POST', headers, body: bytes, signal: limit })
    await answer.body.dump()
    return String(answer.statusCode)
  } catch (error) {
    const { code, name } = error as { code?: string; name: string }
    return name === 'TimeoutError' ? 'no answer in 10 seconds' : (code ?? name)
  }
}

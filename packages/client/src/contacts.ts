import { ParleyError, unexpected, unreachable } from './errors.ts'
import { CONTACT_FIELDS, type Contact } from './generated/graphql.ts'
import { wait } from './rate-limit.ts'

type Field = keyof Contact

export interface ContactsOptions<F extends Field = Field> {
  /** Which fields to ask for; all unless given. */
  fields?: readonly F[]
  signal?: AbortSignal
}

export interface ContactListOptions<F extends Field = Field> extends ContactsOptions<F> {
  /** Contacts a request, 1 or more; 500 unless given. */
  pageSize?: number
  /** A cursor: only contacts behind it. */
  after?: string
}

/** A store's contacts over GraphQL: only the fields that are asked for, and no requests-a-minute limit. */
export interface Contacts {
  /** One contact; null when the store has none of this id (`customerUuid` in the REST API). */
  get<F extends Field = Field>(id: string, options?: ContactsOptions<F>): Promise<Pick<Contact, F> | null>
  /** Several, in the order of their ids, null for those that the store does not have; 200 ids a request. */
  lookUp<F extends Field = Field>(
    ids: readonly string[],
    options?: ContactsOptions<F>,
  ): Promise<(Pick<Contact, F> | null)[]>
  /** All of them, newest first, page by page as they are read. */
  list<F extends Field = Field>(options?: ContactListOptions<F>): AsyncGenerator<Pick<Contact, F>>
  /** How many the store has. */
  count(options?: { signal?: AbortSignal }): Promise<number>
  /** Any query of the schema; answers its `data`. */
  query<T = unknown>(query: string, variables?: Record<string, unknown>, options?: { signal?: AbortSignal }): Promise<T>
}

export interface ContactsConfig {
  url: string
  headers: Record<string, string>
  send: (request: Request) => Promise<Response>
  /** Seconds that one query may wait for points to come back; 0: none. */
  maxWait: number
}

interface Answer {
  data?: unknown
  errors?: { message?: string; extensions?: { code?: string } }[]
  extensions?: { cost?: { throttleStatus?: { currentlyAvailable: number; restoreRate: number } } }
}

/** A document may have 8,000 tokens (docs/api/graphql.md). */
const IDS_A_REQUEST = 200
/** Assumed if a throttled response does not say how long to wait. */
const UNKNOWN_WAIT_SECONDS = 5

export function createContacts(config: ContactsConfig): Contacts {
  /** A throttled query was not carried out, and only reads: it waits for the points that it lacks. */
  async function query(document: string, variables: object = {}, options: { signal?: AbortSignal } = {}) {
    const latest = Date.now() + config.maxWait * 1000
    for (;;) {
      try {
        return await ask(config, { query: document, variables }, options.signal)
      } catch (error) {
        const seconds = (error as ParleyError).code === 'THROTTLED' ? (error as ParleyError).retryAfter : undefined
        if (seconds === undefined || Date.now() + seconds * 1000 > latest) throw error
        await wait(seconds * 1000, options.signal)
      }
    }
  }

  async function lookUp(ids: readonly string[], { fields = CONTACT_FIELDS, signal }: ContactsOptions = {}) {
    const found: unknown[] = []
    for (let from = 0; from < ids.length; from += IDS_A_REQUEST) {
      const some = ids.slice(from, from + IDS_A_REQUEST)
      const variables = some.map((_, i) => `$v${i}: ID!`).join(' ')
      const asked = some.map((_, i) => `c${i}: customer(id: $v${i}) { ...F }`).join(' ')
      const document = `query(${variables}) { ${asked} } fragment F on Customer { ${select(fields)} }`
      const data = await query(document, Object.fromEntries(some.map((id, i) => [`v${i}`, id])), withSignal(signal))
      found.push(...some.map((_, i) => (data as Record<string, unknown>)[`c${i}`] ?? null))
    }
    return found
  }

  async function* list({ fields = CONTACT_FIELDS, pageSize = 500, after, signal }: ContactListOptions = {}) {
    const document = `query($first: Int $after: String) { customers(first: $first after: $after) {
      nodes { ${select(fields)} } pageInfo { hasNextPage endCursor } } }`
    for (let cursor = after ?? null; ; ) {
      const { customers } = (await query(document, { first: pageSize, after: cursor }, withSignal(signal))) as {
        customers: { nodes: unknown[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } }
      }
      yield* customers.nodes
      if (!customers.pageInfo.hasNextPage) return
      cursor = customers.pageInfo.endCursor
    }
  }

  return {
    get: async (id, options) => (await lookUp([id], options))[0],
    lookUp,
    list,
    count: async (options) =>
      ((await query('{ customers { totalCount } }', {}, options)) as { customers: { totalCount: number } }).customers
        .totalCount,
    query,
  } as Contacts
}

const withSignal = (signal: AbortSignal | undefined) => (signal ? { signal } : {})

/** Accepts names only: a field list must not contain a query. */
function select(fields: readonly string[]): string {
  const strange = fields.find((field) => !(CONTACT_FIELDS as readonly string[]).includes(field))
  if (fields.length > 0 && strange === undefined) return fields.join(' ')
  const problem = strange === undefined ? 'fields is empty' : `there is no field "${strange}"`
  throw new TypeError(`${problem}; a contact has ${CONTACT_FIELDS.join(', ')}`)
}

async function ask({ url, headers, send }: ContactsConfig, body: object, signal?: AbortSignal): Promise<unknown> {
  let response: Response
  let text: string
  try {
    const type = { 'Content-Type': 'application/json', Accept: 'application/json' }
    const init: RequestInit = { method: 'POST', headers: { ...type, ...headers }, body: JSON.stringify(body) }
    response = await send(new Request(url, { ...init, redirect: 'manual', ...withSignal(signal) }))
    text = await response.text()
  } catch (error) {
    throw unreachable(error, signal, url)
  }
  const answer = read(text)
  if (!answer) throw unexpected(response.status, text)
  const [error] = answer.errors ?? []
  if (!error) return answer.data
  const code = error.extensions?.code ?? 'UNEXPECTED_ANSWER'
  throw new ParleyError(code, error.message ?? code, {
    status: response.status,
    details: answer,
    retryAfter: code === 'THROTTLED' ? secondsUntilRefill(answer) : undefined,
  })
}

/** An answer has `data` or `errors`; anything else is not the service's. */
function read(text: string): Answer | null {
  try {
    const answer: unknown = JSON.parse(text)
    const isAnswer = typeof answer === 'object' && answer !== null && ('data' in answer || 'errors' in answer)
    return isAnswer ? (answer as Answer) : null
  } catch {
    return null
  }
}

function secondsUntilRefill({ extensions }: Answer): number {
  const points = extensions?.cost?.throttleStatus
  if (!points || !(points.restoreRate > 0)) return UNKNOWN_WAIT_SECONDS
  return Math.max(1, Math.ceil((1 - points.currentlyAvailable) / points.restoreRate))
}

import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Made-up accounts at Chatwoot, Intercom and Zendesk with their APIs, as far as an import reads them. */

export interface HelpDesk {
  url: string
  /** Requests that were answered, by path without its query. */
  requests: Map<string, number>
  /** How often a rate limit refused. */
  limited: number
  /** Conversations that exist; raise it to have new ones. */
  conversations: number
  /** Messages that the first conversation has beyond those of the others, and the version that it has with them. */
  more: number
  /** Number of requests of which the last is refused with 429; 0 for none. */
  limitEvery: number
  close(): Promise<void>
}

export const TOKEN = 'a-token-of-the-help-desk'
const AGENTS = 3
const ARTICLES = 3
const BEGIN = Date.parse('2026-03-01T08:00:00Z')
const at = (conversation: number, message = 0) => Math.floor(BEGIN / 1000) + conversation * 600 + message * 30
const iso = (seconds: number) => new Date(seconds * 1000).toISOString()

type Answer = { json: unknown } | { bytes: Buffer; type: string } | { status: number }
type Route = (url: URL, desk: HelpDesk, request: IncomingMessage) => Answer

async function serve(route: Route, isSignedIn: (request: IncomingMessage) => boolean): Promise<HelpDesk> {
  let count = 0
  const server: Server = createServer((request, response) => {
    const url = new URL(request.url ?? '', desk.url)
    if (url.pathname.startsWith('/files/')) {
      response.end(Buffer.from(`bytes of ${url.pathname}`))
      return
    }
    if (!isSignedIn(request)) {
      response.writeHead(401).end('{}')
      return
    }
    if (desk.limitEvery > 0 && ++count % desk.limitEvery === 0) {
      desk.limited++
      response.writeHead(429, { 'retry-after': '0.05' }).end('{}')
      return
    }
    desk.requests.set(url.pathname, (desk.requests.get(url.pathname) ?? 0) + 1)
    const answer = route(url, desk, request)
    if ('status' in answer) response.writeHead(answer.status).end('{}')
    else if ('bytes' in answer) response.writeHead(200, { 'content-type': answer.type }).end(answer.bytes)
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer.json))
  })
  const desk: HelpDesk = {
    url: '',
    requests: new Map(),
    limited: 0,
    conversations: 0,
    more: 0,
    limitEvery: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  desk.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return desk
}

/** What the conversation `n` consists of, whatever the source: see `linesOf`. */
const messagesOf = (desk: HelpDesk, n: number) => 4 + (n % 3) + (n === 1 ? desk.more : 0)
const isDone = (n: number) => n % 4 === 0
const hasFile = (n: number) => n % 5 === 1

/** Answers the page of a list of `total` records from 1 on. */
function pageOf<T>(page: number, size: number, total: number, make: (n: number) => T): T[] {
  const first = (page - 1) * size + 1
  return Array.from({ length: Math.max(0, Math.min(size, total - first + 1)) }, (_, i) => make(first + i))
}

/** Contacts: one for every two conversations; the last one has no address. */
const contactsOf = (desk: HelpDesk) => Math.ceil(desk.conversations / 2)
const contactOf = (n: number) => Math.ceil(n / 2)
const addressOf = (n: number) => `customer-${n}@source.example`

export function openChatwoot(): Promise<HelpDesk> {
  const route: Route = (url, desk) => {
    const page = Number(url.searchParams.get('page') ?? 1)
    const [, path = ''] = /^\/api\/v1\/accounts\/7(\/.*)$/.exec(url.pathname) ?? []
    const [, id] = /^\/conversations\/(\d+)\/messages$/.exec(path) ?? []
    if (path === '/agents') {
      const json = [1, 2, 3].map((n) => ({
        id: n,
        email: `agent-${n}@source.example`,
        name: `Agent ${n}`,
        role: 'agent',
      }))
      return { json }
    }
    if (path === '/contacts') {
      const payload = pageOf(page, 15, contactsOf(desk), (n) => ({
        id: n,
        name: `Customer ${n}`,
        email: addressOf(n),
        phone_number: `+49170${n}`,
        additional_attributes: { city: 'Berlin', country_code: 'DE' },
        created_at: at(n),
      }))
      return { json: { meta: { count: contactsOf(desk) }, payload } }
    }
    if (path === '/conversations') {
      const payload = pageOf(page, 25, desk.conversations, (n) => ({
        id: n,
        status: isDone(n) ? 'resolved' : n % 4 === 1 ? 'pending' : 'open',
        labels: ['imported', `label-${n % 3}`],
        created_at: at(n),
        last_activity_at: at(n, messagesOf(desk, n)),
        meta: {
          sender: { id: contactOf(n) },
          assignee: { id: 1 + (n % AGENTS) },
          channel: n % 2 ? 'Channel::WebWidget' : 'Channel::Email',
        },
      }))
      return { json: { data: { meta: { all_count: desk.conversations }, payload } } }
    }
    if (id) {
      const n = Number(id)
      const before = Number(url.searchParams.get('before') ?? Number.MAX_SAFE_INTEGER)
      const all = Array.from({ length: messagesOf(desk, n) }, (_, i) => chatwootMessage(desk, n, i)).filter(
        (one) => one.id < before,
      )
      return { json: { meta: {}, payload: all.slice(-3) } }
    }
    if (path === '/portals') return { json: { payload: [{ id: 1, slug: 'help' }] } }
    if (path === '/portals/help/articles') {
      const payload = pageOf(page, 25, ARTICLES, (n) => ({
        id: n,
        title: `Article ${n}`,
        content: `## Returns\n\nSend it back **within ${n} days**.`,
        status: n === ARTICLES ? 'draft' : 'published',
      }))
      return { json: { payload, meta: { all_articles_count: ARTICLES } } }
    }
    return { status: 404 }
  }
  return serve(route, ({ headers }) => headers.api_access_token === TOKEN)
}

/** 0: the customer; 1: an activity line; 2: a note; then agents and the customer by turns. */
function chatwootMessage(desk: HelpDesk, n: number, i: number) {
  const isCustomer = i === 0 || (i > 2 && i % 2 === 1)
  return {
    id: n * 100_000 + i,
    content: i === 1 ? 'Agent 1 self-assigned this conversation' : `**Line ${i}** of ${n}\nsecond line`,
    message_type: i === 1 ? 2 : isCustomer ? 0 : 1,
    private: i === 2,
    created_at: at(n, i),
    sender:
      i === 1
        ? undefined
        : isCustomer
          ? { id: contactOf(n), type: 'contact', name: `Customer ${contactOf(n)}` }
          : { id: 1 + (n % AGENTS), type: 'user', name: `Agent ${1 + (n % AGENTS)}` },
    attachments:
      i === 0 && hasFile(n) ? [{ id: n, file_type: 'file', data_url: `${desk.url}/files/note-${n}.txt` }] : undefined,
  }
}

export function openIntercom(): Promise<HelpDesk> {
  const list = <T>(url: URL, total: number, key: string, make: (n: number) => T) => {
    const size = Math.min(150, Number(url.searchParams.get('per_page') ?? 20))
    const from = Number(url.searchParams.get('starting_after') ?? 1)
    const records = pageOf(from, size, total, make)
    const next = from * size < total ? { page: from + 1, starting_after: String(from + 1) } : null
    return {
      json: { type: 'list', [key]: records, total_count: total, pages: { type: 'pages', next, per_page: size } },
    }
  }
  const route: Route = (url, desk) => {
    const [, id] = /^\/conversations\/(\d+)$/.exec(url.pathname) ?? []
    if (url.pathname === '/admins') {
      return {
        json: {
          admins: [1, 2, 3].map((n) => ({ id: String(n), name: `Agent ${n}`, email: `agent-${n}@source.example` })),
        },
      }
    }
    if (url.pathname === '/contacts') {
      return list(url, contactsOf(desk), 'data', (n) => ({
        id: `contact-${n}`,
        role: 'user',
        name: `Customer ${n}`,
        email: addressOf(n),
        phone: `+49170${n}`,
        location: { city: 'Berlin', country: 'Germany', country_code: 'DE' },
        created_at: at(n),
      }))
    }
    if (url.pathname === '/conversations') {
      return list(url, desk.conversations, 'conversations', (n) => ({
        id: String(n),
        updated_at: at(n, messagesOf(desk, n)),
      }))
    }
    if (id) return { json: intercomConversation(desk, Number(id)) }
    if (url.pathname === '/articles') {
      return list(url, ARTICLES, 'data', (n) => ({
        id: String(n),
        title: `Article ${n}`,
        body: `<h2>Returns</h2><p>Send it back <b>within ${n} days</b>.</p>`,
        state: n === ARTICLES ? 'draft' : 'published',
      }))
    }
    return { status: 404 }
  }
  return serve(
    route,
    ({ headers }) => headers.authorization === `Bearer ${TOKEN}` && headers['intercom-version'] !== undefined,
  )
}

function intercomConversation(desk: HelpDesk, n: number) {
  const customer = { type: 'user', id: `contact-${contactOf(n)}`, name: `Customer ${contactOf(n)}` }
  const admin = { type: 'admin', id: String(1 + (n % AGENTS)), name: `Agent ${1 + (n % AGENTS)}` }
  const body = (i: number) => `<p><b>Line ${i}</b> of ${n}<br>second line</p>`
  const parts = Array.from({ length: messagesOf(desk, n) - 1 }, (_, j) => {
    const i = j + 1
    const isCustomer = i > 2 && i % 2 === 1
    return {
      id: String(n * 100_000 + i),
      part_type: i === 1 ? 'assignment' : i === 2 ? 'note' : 'comment',
      body: i === 1 ? null : body(i),
      created_at: at(n, i),
      author: isCustomer ? customer : admin,
      attachments: [],
    }
  })
  return {
    type: 'conversation',
    id: String(n),
    created_at: at(n),
    updated_at: at(n, messagesOf(desk, n)),
    state: isDone(n) ? 'closed' : n % 4 === 1 ? 'snoozed' : 'open',
    admin_assignee_id: 1 + (n % AGENTS),
    tags: { tags: [{ name: 'imported' }, { name: `label-${n % 3}` }] },
    contacts: { contacts: [{ id: customer.id }] },
    source: {
      id: String(n * 100_000),
      type: n % 2 ? 'conversation' : 'email',
      body: body(0),
      author: customer,
      attachments: hasFile(n)
        ? [{ name: `note-${n}.txt`, url: `${desk.url}/files/note-${n}.txt`, content_type: 'text/plain' }]
        : [],
    },
    conversation_parts: { conversation_parts: parts, total_count: parts.length },
  }
}

export const ZENDESK_EMAIL = 'agent-1@source.example'

export function openZendesk(): Promise<HelpDesk> {
  const USERS = 1_000
  const list = <T>(url: URL, desk: HelpDesk, total: number, key: string, make: (n: number) => T) => {
    const size = Number(url.searchParams.get('page[size]') ?? 100)
    const page = Number(url.searchParams.get('page[after]') ?? 1)
    const hasMore = page * size < total
    const next = new URL(url.pathname + url.search, desk.url)
    next.searchParams.set('page[after]', String(page + 1))
    return {
      json: {
        [key]: pageOf(page, size, total, make),
        meta: { has_more: hasMore },
        links: { next: hasMore ? next.href : null },
      },
    }
  }
  const route: Route = (url, desk) => {
    const [, id] = /^\/api\/v2\/tickets\/(\d+)\/comments\.json$/.exec(url.pathname) ?? []
    if (url.pathname === '/api/v2/users.json') {
      const isAgents = url.searchParams.getAll('role[]').includes('agent')
      return isAgents
        ? list(url, desk, AGENTS, 'users', (n) => ({
            id: n,
            role: 'agent',
            name: `Agent ${n}`,
            email: `agent-${n}@source.example`,
          }))
        : list(url, desk, contactsOf(desk), 'users', (n) => ({
            id: USERS + n,
            role: 'end-user',
            name: `Customer ${n}`,
            email: addressOf(n),
            phone: `+49170${n}`,
            created_at: iso(at(n)),
          }))
    }
    if (url.pathname === '/api/v2/incremental/tickets/cursor.json') {
      const page = Number(url.searchParams.get('cursor') ?? 1)
      const tickets = pageOf(page, 1000, desk.conversations, (n) => ({
        id: n,
        status: isDone(n) ? (n % 8 ? 'solved' : 'closed') : n % 4 === 1 ? 'pending' : 'open',
        tags: ['imported', `label-${n % 3}`],
        requester_id: USERS + contactOf(n),
        assignee_id: 1 + (n % AGENTS),
        via: { channel: n % 2 ? 'native_messaging' : 'email' },
        created_at: iso(at(n)),
        updated_at: iso(at(n, messagesOf(desk, n))),
      }))
      return { json: { tickets, after_cursor: String(page + 1), end_of_stream: page * 1000 >= desk.conversations } }
    }
    if (id) {
      const n = Number(id)
      const isCustomer = (i: number) => i === 0 || (i > 2 && i % 2 === 1)
      return list(url, desk, messagesOf(desk, n) - 1, 'comments', (k) => {
        const i = k > 1 ? k : k - 1 // without an activity line
        return {
          id: n * 100_000 + i,
          html_body: `<p><b>Line ${i}</b> of ${n}<br>second line</p>`,
          public: i !== 2,
          author_id: isCustomer(i) ? USERS + contactOf(n) : 1 + (n % AGENTS),
          created_at: iso(at(n, i)),
          attachments:
            i === 0 && hasFile(n)
              ? [{ id: n, file_name: `note-${n}.txt`, content_url: `${desk.url}/files/note-${n}.txt` }]
              : [],
        }
      })
    }
    if (url.pathname === '/api/v2/help_center/articles.json') {
      return list(url, desk, ARTICLES, 'articles', (n) => ({
        id: n,
        title: `Article ${n}`,
        body: `<h2>Returns</h2><p>Send it back <b>within ${n} days</b>.</p>`,
        draft: n === ARTICLES,
      }))
    }
    return { status: 404 }
  }
  const expected = `Basic ${Buffer.from(`${ZENDESK_EMAIL}/token:${TOKEN}`).toString('base64')}`
  return serve(route, ({ headers }) => headers.authorization === expected)
}

import { type BenchStore, LONG_THREAD, prepareData, prepareStores, SIZES, type Sizes } from './data.ts'
import { signInMembers } from './inbox/members.ts'
import { type Load, measure, median, requireWrk } from './measure.ts'
import { type Running, start, startService } from './service.ts'

// npm run bench:curve — the main calls in a store of two thousand messages, in one of two million, in one of BENCH_LARGE (such
// as 20000000) and over BENCH_STORES (such as 10000) stores; and deep pages beside first ones. What a call costs must not depend
// on how much lies around it. Beside each store's calls stand the straightforward server's (bench/baseline-server.ts): what they cost more
// in a larger store is PostgreSQL's own. BENCH_DATABASE_URL names the database, which is filled once.

requireWrk()
const databaseUrl = process.env.BENCH_DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/parley_bench'
const [largest, stores] = [Number(process.env.BENCH_LARGE ?? 0), Number(process.env.BENCH_STORES ?? 0)]
const ROUNDS = 5
const alone = { otherStores: 0, otherConversations: 0 }
const sized = (messages: number) => ({ conversations: messages / 10, messagesEach: 10, ...alone })

/** A store, or many, with what its calls carry; each call goes to any of its conversations. */
interface Place {
  name: string
  key: string | string[]
  conversations: number
  cookie?: string
  /** The straightforward server, for this one store. */
  bare?: Running
}

const [small, large] = [sized(2_000), SIZES]
const smallStore = await prepareData({ databaseUrl }, small)
const largeStore = await prepareData({ databaseUrl }, large)
const largestStore = largest > 0 ? await prepareData({ databaseUrl }, sized(largest)) : undefined
const keys = stores > 0 ? await prepareStores({ databaseUrl }, stores) : undefined
const service = await startService({ DATABASE_URL: databaseUrl })
const servers = [service]
const messages = (count: number) => `${count.toLocaleString('en')} messages`

/** Their costs in turn, so that what the machine does beside is the same for all: CPU microseconds of service and database. */
async function costsOf(loads: (Omit<Load, 'url' | 'pid'> & Partial<Load>)[]): Promise<number[]> {
  const costs = loads.map(() => [] as number[])
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [i, load] of loads.entries()) {
      const database = new URL(databaseUrl).pathname.slice(1)
      const cost = await measure({ url: service.url, pid: service.pid, database, seconds: 2, ...load })
      if (round > 0) costs[i]?.push(cost.serverCpu + cost.databaseCpu)
    }
  }
  return costs.map(median)
}

const ratio = (cost = 0, base = 1) => `${cost.toFixed(0)} (${(cost / base).toFixed(2)})`

/** The cursor that opaque cursors hold: only a benchmark may make one by hand, to land in the middle of a list. */
async function cursorAt(key: string, path: string, pages: number): Promise<string> {
  let cursor = ''
  for (let page = 0; page < pages; page++) {
    const response = await fetch(`${service.url}${path}${cursor && `&cursor=${cursor}`}`, {
      headers: { 'x-api-key': key },
    })
    cursor = ((await response.json()) as { paging: { nextCursor: string } }).paging.nextCursor
  }
  return cursor
}

async function startBare({ key, shopId }: BenchStore): Promise<Running> {
  const bare = await start('bench/baseline-server.ts', {
    BARE_DATABASE_URL: databaseUrl,
    BARE_KEY: key,
    BARE_SHOP: shopId,
  })
  servers.push(bare)
  return bare
}

async function measureCalls(): Promise<void> {
  const cookieOf = async (shopId: string) => (await signInMembers(service, shopId, 1))[0] as string
  const placeOf = async (store: BenchStore, { conversations, messagesEach }: Sizes): Promise<Place> => ({
    name: messages(conversations * messagesEach),
    key: store.key,
    conversations,
    cookie: await cookieOf(store.shopId),
    bare: await startBare(store),
  })
  const places = [await placeOf(smallStore, small), await placeOf(largeStore, large)]
  if (largestStore) places.push(await placeOf(largestStore, sized(largest)))
  if (keys) places.push({ name: `${stores} stores`, key: keys, conversations: 20 })
  const one = '/chat/conversations/conversation-{n}'
  const calls: [string, Pick<Load, 'path' | 'body'>, boolean?][] = [
    ['list of 20', { path: '/chat/conversations?limit=20' }],
    ['one conversation', { path: one }],
    ['post', { path: `${one}/messages`, body: { text: 'Thanks, that solved it', asCustomer: true } }],
    ['search in the inbox', { path: '/api/chat/search?q=zo%C3%AB%20m%C3%BCller%20{n}' }, true],
  ]
  const rows: Record<string, string>[] = []
  for (const [call, load, isMembers] of calls) {
    const where = places.filter(({ cookie }) => !isMembers || cookie)
    const ours = where.map(({ key, conversations, cookie }) => ({
      ...load,
      random: Math.min(conversations, isMembers ? 20 : Number.POSITIVE_INFINITY),
      ...(isMembers ? { headers: { cookie: cookie as string } } : { key }),
    }))
    const compared = isMembers ? [] : where.filter(({ bare }) => bare)
    const plain = compared.map(({ key, conversations, bare }) => {
      const { url, pid } = bare as Running
      return { ...load, random: conversations, key, url, pid }
    })
    const costs = await costsOf([...ours, ...plain])
    const row = (names: Place[], from: number) =>
      Object.fromEntries(names.map(({ name }, i) => [name, ratio(costs[from + i], costs[from])]))
    rows.push({ call, ...row(where, 0) })
    if (plain.length > 0) rows.push({ call: `${call}, bare`, ...row(compared, ours.length) })
  }
  console.log('CPU us of service and database, and how many times the smallest store’s (at most 1.10)')
  console.table(rows)
}

async function measurePages(): Promise<void> {
  const list = '/chat/conversations?limit=20'
  const thread = '/chat/conversations/conversation-1/messages?limit=50'
  const { key } = largeStore
  const deepList = await cursorAt(key, '/chat/conversations?limit=100', large.conversations / 200)
  const deepThread = await cursorAt(key, thread, LONG_THREAD / 50 - 2)
  const pages: [string, string, string][] = [
    ['list', list, `${list}&cursor=${deepList}`],
    [`thread of ${LONG_THREAD}`, thread, `${thread}&cursor=${deepThread}`],
  ]
  const rows: Record<string, string>[] = []
  for (const [what, first, deep] of pages) {
    const [near, far] = await costsOf([first, deep].map((path) => ({ path, key })))
    rows.push({ what, 'first page': ratio(near, near), 'deep page (at most 1.10)': ratio(far, near) })
  }
  console.table(rows)
}

try {
  await measureCalls()
  await measurePages()
} finally {
  for (const each of servers) await each.stop()
}

import postgres from 'postgres'
import { freshDatabase } from './database.ts'
import { type Cost, compare, cpuOf, cpuOfPostgres, type Load, requireWrk } from './measure.ts'
import { type Running, startService } from './service.ts'

// npm run bench:rules — what 20 rules of a store add to a customer's message, in pairs with a store without rules, in one
// run on PostgreSQL (a database of its own on BENCH_SERVER_URL): the act alone, on a process without workers; then what the
// turns cost that were written down meanwhile. ROUNDS: pairs, 7 unless told.

requireWrk()
const ROUNDS = Number(process.env.ROUNDS ?? 7)
const CONVERSATIONS = 2_000
const DATABASE_URL = await freshDatabase(
  process.env.BENCH_SERVER_URL ?? 'postgres://root@127.0.0.1:5432/postgres',
  'parley_bench_rules',
)
const PASSWORD = 'a password for the benchmark'

/** Words that the message does not have, each rule its own. */
const aboutWords = (n: number) => ({
  name: `Words ${n}`,
  isOn: true,
  trigger: { on: n % 4 === 0 ? 'created' : 'message' },
  match: 'all',
  conditions: [
    { about: 'channel', not: false, values: ['online_store', 'email'] },
    { about: 'words', not: false, values: [`word${n}`, `phrase of ${n}`, `term-${n}`] },
  ],
  actions: [{ do: 'add_tags', values: [`tag ${n}`] }],
  stopProcessing: false,
})
const words = (count: number) => Array.from({ length: count }, (_, n) => aboutWords(n))
const fitting = { ...aboutWords(1), conditions: [{ about: 'words', not: false, values: ['order'] }] }
const waiting = { ...aboutWords(1), trigger: { on: 'idle', minutes: 60, waitsFor: 'team' }, conditions: [] }

const sql = postgres(DATABASE_URL, { max: 1, onnotice: () => {} })
let service = await startService({ DATABASE_URL })
try {
  const plain = await makeStore([])
  const stores = {
    'none fits the message': await makeStore(words(20)),
    'one waits for a silence': await makeStore([...words(19), waiting]),
    'one fits: its turn is written down': await makeStore([...words(19), fitting]),
  }
  await service.stop()
  service = await startService({ DATABASE_URL, ROLE: 'web' })
  const rows = []
  for (const [rules, key] of Object.entries(stores)) rows.push(await pair(service, rules, plain, key))
  console.log(`A customer’s message by REST, with 20 rules and without, medians of ${ROUNDS} pairs`)
  console.table(rows)
  await service.stop()
  console.log('The turns that were written down, afterwards, by one process')
  console.table([await turns()])
} finally {
  await service.stop()
  await sql.end()
}

/** Does what is left to do, and tells what that cost. */
async function turns() {
  const waiting = async () => Number((await sql`select count(*) from rule_jobs`)[0]?.count)
  const count = await waiting()
  service = await startService({ DATABASE_URL })
  const before = cpuOf(service.pid) + cpuOfPostgres('parley_bench_rules')
  const begun = performance.now()
  while ((await waiting()) > 0) await new Promise((resolve) => setTimeout(resolve, 200))
  const seconds = (performance.now() - begun) / 1_000
  const cpu = cpuOf(service.pid) + cpuOfPostgres('parley_bench_rules') - before
  return { turns: count, 'a second': Math.round(count / seconds), 'CPU us a turn': Math.round(cpu / count) }
}

/** A store with conversations and rules; answers its key. */
async function makeStore(rules: object[]): Promise<string> {
  const owner = { email: `o${Math.random()}@example.com`, password: PASSWORD }
  const { shopId } = await service.operator<{ shopId: string }>('POST', '/stores', {
    name: 'bench',
    plan: 'pro',
    owner,
  })
  const { key } = await service.operator<{ key: string }>('POST', `/stores/${shopId}/keys`, { name: 'bench' })
  const lines = Array.from({ length: CONVERSATIONS }, (_, i) =>
    JSON.stringify({ kind: 'conversation', data: { id: `conversation-${i + 1}`, channel: 'online_store' } }),
  )
  await service.operator('POST', `/stores/${shopId}/import`, lines.join('\n'))
  const { cookie } = await post('/api/chat/session', { ...owner, shopId })
  for (const rule of rules) await post('/api/chat/rules', rule, cookie)
  return key
}

async function post(path: string, body: object, cookie = ''): Promise<{ cookie: string }> {
  const headers = { 'content-type': 'application/json', origin: service.url, cookie }
  const answer = await fetch(service.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return { cookie: /^parley_session=[^;]+/.exec(answer.headers.get('set-cookie') ?? '')?.[0] ?? '' }
}

async function pair({ url, pid }: Running, rules: string, plain: string, withRules: string) {
  const load = (key: string): Load => ({
    url,
    pid,
    key,
    path: '/chat/conversations/conversation-{n}/messages',
    random: CONVERSATIONS,
    body: { text: 'Where is my order? The tracking page has not changed for three days.', asCustomer: true },
    database: 'parley_bench_rules',
    seconds: 3,
    connections: 4,
  })
  const [without, ruled] = await compare(load(plain), load(withRules), ROUNDS)
  const cpu = (cost: Cost) => cost.serverCpu + cost.databaseCpu
  return {
    rules,
    'rps without': Math.round(without.rps),
    'rps with': Math.round(ruled.rps),
    'time ratio': (without.rps / ruled.rps).toFixed(3),
    'CPU us without': cpu(without).toFixed(0),
    'CPU us with': cpu(ruled).toFixed(0),
    'CPU ratio': (cpu(ruled) / cpu(without)).toFixed(3),
    'p99 ms': `${without.p99.toFixed(1)} / ${ruled.p99.toFixed(1)}`,
  }
}

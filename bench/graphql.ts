import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { prepareContacts } from './graphql/data.ts'
import { type Cost, type Load, measure, median, requireWrk, rssOf } from './measure.ts'
import { type Running, start } from './service.ts'

// npm run bench:graphql — twenty contacts with the count of 200,000, on one table in one run: ours, a bare REST server
// and three public GraphQL servers; then what a page of all contacts and what floods of aliases do.

requireWrk()
const competitors = fileURLToPath(new URL('graphql/others/', import.meta.url))
if (!existsSync(`${competitors}node_modules`)) execFileSync('npm', ['ci'], { cwd: competitors, stdio: 'inherit' })

const databaseUrl = process.env.BENCH_DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/parley_bench_graphql'
const store = await prepareContacts(databaseUrl)
const headers = { 'x-api-id': store.appId, 'x-api-secret': store.key }
const shared = { DATABASE_URL: databaseUrl, BARE_DATABASE_URL: databaseUrl, BARE_SHOP: store.shopId }

const QUERY = `query List($first: Int) { customers(first: $first) {
  totalCount
  nodes { id firstName lastName email type channels ordersCount totalSpent createdAt lastChatAt }
  pageInfo { hasNextPage endCursor } } }`
const ROUNDS = 3

async function compareServers(): Promise<void> {
  const names = ['bare', 'apollo', 'yoga', 'mercurius']
  const servers = new Map<string, Running>([['ours', await start('bench/graphql/unmetered.ts', shared)]])
  for (const name of names) servers.set(name, await start(`bench/graphql/others/${name}.js`, shared))
  const costs = new Map<string, Cost[]>()
  const load = (name: string, { url, pid }: Running): Load => ({
    ...{ url, pid, path: '/graphql', key: store.key, headers, database: new URL(databaseUrl).pathname.slice(1) },
    ...(name === 'bare' ? {} : { body: { query: QUERY, variables: { first: 20 } } }),
  })
  for (const [name, server] of servers) await measure({ ...load(name, server), seconds: 2 })
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, server] of servers)
      costs.set(name, [...(costs.get(name) ?? []), await measure(load(name, server))])
  }
  for (const server of servers.values()) await server.stop()

  const total = (name: string) => median((costs.get(name) ?? []).map((cost) => cost.serverCpu + cost.databaseCpu))
  const of = (name: string, figure: keyof Cost) => median((costs.get(name) ?? []).map((cost) => cost[figure]))
  console.table(
    [...servers.keys()].map((name) => ({
      server: name,
      rps: Math.round(of(name, 'rps')),
      'CPU us (server+db)': `${of(name, 'serverCpu').toFixed(0)}+${of(name, 'databaseCpu').toFixed(0)}`,
      'CPU against bare': (total(name) / total('bare')).toFixed(2),
      'p99 ms': of(name, 'p99').toFixed(1),
      'rss MB': of(name, 'rssMb').toFixed(0),
    })),
  )
}

await compareServers()
await measureLargePage()
await measureFloods()

/** All contacts in one page: how much the process grows, and how long a small query beside it waits. */
async function measureLargePage(): Promise<void> {
  const service = await start('bench/graphql/unmetered.ts', shared)
  const ask = (body: object) => post(service.url, body)
  for (let i = 0; i < 200; i++) await (await ask({ query: QUERY, variables: { first: 20 } })).text()
  const before = rssOf(service.pid)
  let peak = before
  const waits: number[] = []
  let bytes = 0
  let isDone = false
  const begun = performance.now()
  const large = ask({
    query:
      '{ customers(first: 200000) { nodes { ...all } } } fragment all on Customer { id shopId platformCustomerId firstName lastName email phone ipLocation ipAddress type channels ordersCount totalSpent createdAt updatedAt lastChatAt fullName }',
  }).then(async (answer) => {
    for await (const chunk of answer.body as ReadableStream<Uint8Array>) bytes += chunk.length
    isDone = true
  })
  while (!isDone) {
    const asked = performance.now()
    await (await ask({ query: '{ __typename }' })).text()
    waits.push(performance.now() - asked)
    peak = Math.max(peak, rssOf(service.pid))
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await large
  await service.stop()
  const sorted = waits.toSorted((a, b) => a - b)
  console.table({
    'page of 200,000 contacts, 17 fields': {
      MB: Math.round(bytes / 1e6),
      seconds: ((performance.now() - begun) / 1000).toFixed(1),
      'process grew by MB': Math.round(peak - before),
      'small query beside it, p50 ms': median(sorted).toFixed(1),
      'p99 ms': (sorted[Math.floor(sorted.length * 0.99)] as number).toFixed(1),
      'max ms': (sorted.at(-1) as number).toFixed(1),
    },
  })
}

/** Queries that mean harm: each is refused, or answered, within moments. */
async function measureFloods(): Promise<void> {
  const service = await start('bench/graphql/unmetered.ts', shared)
  const many = (n: number, each: (i: number) => string) => Array.from({ length: n }, (_, i) => each(i)).join(' ')
  const floods: Record<string, string> = {
    '10,000 aliased look-ups': `{ ${many(10_000, (i) => `a${i}: customer(id: "x") { id }`)} }`,
    '350 aliased look-ups': `{ ${many(350, (i) => `a${i}: customer(id: "x") { id }`)} }`,
    '3,900 times the same field': `{ customers(first: 1) { nodes { ${many(3_900, () => 'id')} } } }`,
    '1,900 directives': `{ customers(first: 1) { nodes { id ${many(1_900, () => '@skip')} } } }`,
    'a cycle of 500 fragments': `{ customers { ...f0 } } ${many(500, (i) => `fragment f${i} on CustomerConnection { ...f${(i + 1) % 500} }`)}`,
    '2^100 spreads': `{ customers(first: 1) { nodes { ...f0 } } } ${many(100, (i) => `fragment f${i} on Customer { ...f${i + 1} ...f${i + 1} }`)} fragment f100 on Customer { id }`,
    '130 aliased schemas': `{ ${many(130, (i) => `a${i}: __schema { types { name fields { name type { name ofType { name } } } } }`)} }`,
    '1 MB of braces': '{'.repeat(1_000_000),
  }
  const rows: Record<string, object> = {}
  for (const [name, query] of Object.entries(floods)) {
    const asked = performance.now()
    const answer = await post(service.url, { query })
    const text = await answer.text()
    const code = /"code":"(\w+)"/.exec(text)?.[1]
    rows[name] = {
      status: answer.status,
      code,
      ms: Math.round(performance.now() - asked),
      KB: Math.round(text.length / 1000),
    }
  }
  console.table(rows)
  await service.stop()
}

function post(url: string, body: object): Promise<Response> {
  const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } }
  return fetch(`${url}/graphql`, { ...init, body: JSON.stringify(body) })
}

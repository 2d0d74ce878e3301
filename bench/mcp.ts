import { prepareCatalogue } from './mcp/catalogue.ts'
import { compare, type Load, median, requireWrk } from './measure.ts'
import { type Running, start, startService } from './service.ts'

// npm run bench:mcp — in CPU time of the server: what the protocol costs against a bare node:http echo of the same bytes
// (at most 2.0 times), what calls that ask the database cost against a bare server that runs the same statements through
// the same client (at most 1.3 times); and how long searches take in a store of 50,000 articles and 200,000 products
// (made on the first run, which takes some minutes).

requireWrk()
const databaseUrl = process.env.BENCH_MCP_DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/parley_bench_mcp'
const store = await prepareCatalogue(databaseUrl)
const service = await startService({ DATABASE_URL: databaseUrl })
const echo = await start('bench/mcp/echo.ts', {})
const bare = await start('bench/mcp/bare.ts', { DATABASE_URL: databaseUrl, BARE_SHOP: store.shopId })

const VERSION = '2026-07-28'
const META = { 'io.modelcontextprotocol/protocolVersion': VERSION, 'io.modelcontextprotocol/clientCapabilities': {} }
const credentials = { 'x-app-id': store.appId, authorization: `Bearer ${store.key}` }
const bodyOf = (method: string, params: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  params: { ...params, _meta: META },
})
const headersOf = (method: string, name?: string) => ({
  ...credentials,
  'mcp-protocol-version': VERSION,
  'mcp-method': method,
  ...(name && { 'mcp-name': name }),
})

async function send(method: string, params: object, name?: string): Promise<Buffer> {
  const headers = { 'content-type': 'application/json', ...headersOf(method, name) }
  const answer = await fetch(`${service.url}/mcp`, {
    method: 'POST',
    headers,
    body: JSON.stringify(bodyOf(method, params)),
  })
  if (!answer.ok) throw new Error(`${method}: ${answer.status} ${await answer.text()}`)
  return Buffer.from(await answer.arrayBuffer())
}

interface Work {
  work: string
  method: string
  params: { name?: string; arguments?: object }
}
const call = (name: string, args: object, work = name): Work => ({
  work,
  method: 'tools/call',
  params: { name, arguments: args },
})

/** What ends before the database is asked, but for the settings behind tools/list. */
const PROTOCOL: Work[] = [
  { work: 'server/discover', method: 'server/discover', params: {} },
  { work: 'tools/list', method: 'tools/list', params: {} },
  call('send_message', {}, 'refused arguments'),
  call('no_such_tool', {}, 'unknown tool'),
]

/** What asks it; bench/mcp/bare.ts knows the same names. */
const CALLS: Work[] = [
  call('list_members', {}),
  call('list_conversations', {}),
  call('product_faq_lookup', { productId: 'product-1' }),
]

const SEARCHES = [
  {
    tool: 'faq_retrieval',
    queries: [
      'shipping',
      'how does the return work',
      'shiping adress',
      'bakelimo warranty',
      'kelizu voseti',
      'refund delivery payment',
    ],
  },
  {
    tool: 'product_lookup',
    queries: [
      'jacket',
      'red shoe',
      'waterprof tent',
      'warm blue kayak',
      'SKU-4711-M',
      'light organic shirt kelizu',
      'zzzzz',
    ],
  },
]

try {
  console.table(await compareAll(PROTOCOL, echo))
  console.table(await compareAll(CALLS, bare))
  console.table(await measureSearches())
  console.table(await measureCrowd())
} finally {
  await service.stop()
  await echo.stop()
  await bare.stop()
}

/** Runs each work at the service and at the bare server; the echo is first set to its answer. */
async function compareAll(works: Work[], other: Running) {
  const rows = []
  for (const { work, method, params } of works) {
    const answer = new Uint8Array(await send(method, params, params.name))
    if (other === echo) await fetch(`${echo.url}/payload`, { method: 'POST', body: answer })
    const load = { path: '/mcp', body: bodyOf(method, params), headers: headersOf(method, params.name), key: store.key }
    const at = (server: Running): Load => ({ ...load, url: server.url, pid: server.pid })
    const [ours, theirs] = await compare(at(service), at(other))
    rows.push({
      work,
      'our rps': Math.round(ours.rps),
      'bare rps': Math.round(theirs.rps),
      'our CPU us': ours.serverCpu.toFixed(0),
      'bare CPU us': theirs.serverCpu.toFixed(0),
      'CPU ratio': (ours.serverCpu / theirs.serverCpu).toFixed(2),
      'p99 ms': ours.p99.toFixed(1),
    })
  }
  return rows
}

/** One search after the other, as a single assistant sends them. */
async function measureSearches() {
  const rows = []
  for (const { tool, queries } of SEARCHES) {
    for (const query of queries) {
      const times: number[] = []
      for (let i = 0; i < 40; i++) {
        const begun = performance.now()
        await send('tools/call', { name: tool, arguments: { query } }, tool)
        times.push(performance.now() - begun)
      }
      times.sort((a, b) => a - b)
      rows.push({ tool, query, 'median ms': median(times).toFixed(1), 'p95 ms': (times[37] as number).toFixed(1) })
    }
  }
  return rows
}

/** A thousand clients that ask at once. */
async function measureCrowd() {
  const begun = performance.now()
  const answers = await Promise.allSettled(
    Array.from({ length: 1_000 }, () => send('tools/call', { name: 'list_members' }, 'list_members')),
  )
  const failed = answers.filter(({ status }) => status === 'rejected').length
  return [{ clients: 1_000, failed, 'ms for all': Math.round(performance.now() - begun) }]
}

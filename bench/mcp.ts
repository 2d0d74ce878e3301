import { prepareCatalogue } from './mcp/catalogue.ts'
import { compare, type Load, median, requireWrk } from './measure.ts'
import { start, startService } from './service.ts'

// npm run bench:mcp — the tool server against a bare echo of the same bytes, and how long searches take in a store of
// 50,000 articles and 200,000 products (made on the first run, which takes some minutes).

requireWrk()
const databaseUrl = process.env.BENCH_MCP_DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/parley_bench_mcp'
const store = await prepareCatalogue(databaseUrl)
const service = await startService({ DATABASE_URL: databaseUrl })
const echo = await start('bench/mcp/echo.ts', {})

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

const WORK = [
  { work: 'server/discover', method: 'server/discover', params: {} },
  { work: 'tools/list', method: 'tools/list', params: {} },
  {
    work: 'tools/call, refused arguments',
    method: 'tools/call',
    params: { name: 'send_message', arguments: {} },
    name: 'send_message',
  },
  { work: 'tools/call, list_members', method: 'tools/call', params: { name: 'list_members' }, name: 'list_members' },
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
  const rows = []
  for (const { work, method, params, name } of WORK) {
    await fetch(`${echo.url}/payload`, { method: 'POST', body: new Uint8Array(await send(method, params, name)) })
    const load = { path: '/mcp', body: bodyOf(method, params), headers: headersOf(method, name), key: store.key }
    const at = (server: { url: string; pid: number }): Load => ({ ...load, url: server.url, pid: server.pid })
    const [ours, bare] = await compare(at(service), at(echo))
    rows.push({
      work,
      'our rps': Math.round(ours.rps),
      'echo rps': Math.round(bare.rps),
      'our CPU us': ours.serverCpu.toFixed(0),
      'echo CPU us': bare.serverCpu.toFixed(0),
      'CPU ratio': (ours.serverCpu / bare.serverCpu).toFixed(2),
      'p99 ms': ours.p99.toFixed(1),
    })
  }
  console.table(rows)
  console.table(await measureSearches())
  console.table(await measureCrowd())
} finally {
  await service.stop()
  await echo.stop()
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

import { randomUUID } from 'node:crypto'
import { WebSocket } from 'ws'
import { median, rssOf } from './measure.ts'
import { type Running, SERVICE, start } from './service.ts'

// npm run bench:realtime — idle shoppers' memory on one process against a bare `ws` server holding as many sockets, and
// messages through open conversations: whether each arrives once, and how long it takes to the members' socket.
// BENCH_SOCKETS, BENCH_CONVERSATIONS, BENCH_RATE and BENCH_SECONDS change the amounts.

const IDLE = Number(process.env.BENCH_SOCKETS ?? 5_000)
const CONVERSATIONS = Number(process.env.BENCH_CONVERSATIONS ?? 1_000)
const RATE = Number(process.env.BENCH_RATE ?? 500)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 20)
const databaseUrl = process.env.BENCH_REALTIME_DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/parley_bench_realtime'
/** Port at which each one's garbage collector is asked to run, so that only what is kept is measured. */
const INSPECT = { bare: 19_229, ours: 19_230 }
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

interface Shopper {
  token: string
  socket?: WebSocket
}

// Not by way of src/start.js: had it to build the browser's code first, that would be in the memory.
const service = await start('src/main.ts', {
  ...SERVICE,
  DATABASE_URL: databaseUrl,
  STOREFRONT_LIMIT_PER_IP: '0',
  NODE_OPTIONS: `--inspect-port=${INSPECT.ours}`,
})
const email = `owner-${randomUUID()}@example.com`
const password = 'correct horse battery'
const store = await service.operator<{ shopId: string; appId: string }>('POST', '/stores', {
  name: 'Bench',
  plan: 'pro',
  owner: { email, password },
})

const bare = await start('bench/realtime/bare.ts', { NODE_OPTIONS: `--inspect-port=${INSPECT.bare}` })
// Their requests do not belong to the cost of a socket.
const idleShoppers: Shopper[] = []
while (idleShoppers.length < IDLE) idleShoppers.push(...(await Promise.all(Array.from({ length: 50 }, makeShopper))))

const idle = {
  bare: await measureIdle(bare, INSPECT.bare, async () => openSocket(bare, '/', { type: 'hello' })),
  ours: await measureIdle(service, INSPECT.ours, async () => {
    const { token } = idleShoppers.pop() ?? (await makeShopper())
    return openSocket(service, '/storefront/socket', { type: 'hello', appId: store.appId, token })
  }),
}
await bare.stop()
console.log(`${IDLE} idle sockets, KB each`)
for (const what of ['live', 'resident'] as const) {
  const [theirs, ours] = [idle.bare[what], idle.ours[what]]
  console.log(`  ${what}: bare ws ${theirs.toFixed(1)}, Parley ${ours.toFixed(1)}: ${(ours / theirs).toFixed(2)} times`)
}

await measureMessages()
await service.stop()

/** Opens some sockets first and closes them, so that what any socket needs once is not counted. */
async function measureIdle({ pid }: Running, inspectPort: number, open: () => Promise<WebSocket>): Promise<Memory> {
  const openMany = async (count: number) => {
    const sockets: WebSocket[] = []
    while (sockets.length < count) {
      sockets.push(...(await Promise.all(Array.from({ length: Math.min(50, count - sockets.length) }, open))))
    }
    return sockets
  }
  for (const socket of await openMany(Math.ceil(IDLE / 10))) socket.terminate()
  await sleep(2_000)
  const before = await memoryOf(pid, inspectPort)
  const sockets = await openMany(IDLE)
  await sleep(10_000)
  const after = await memoryOf(pid, inspectPort)
  for (const socket of sockets) socket.terminate()
  await sleep(2_000)
  const each = (what: keyof Memory) => (after[what] - before[what]) / IDLE
  return { live: each('live'), resident: each('resident') }
}

/** In KB. */
interface Memory {
  /** Objects and buffers that are in use, after a collection. */
  live: number
  /** What the system counts: room that was taken for earlier work and is filled again does not show. */
  resident: number
}

/** Over Node's own inspector, which SIGUSR1 opens: collects garbage first, so that what is measured is kept. */
async function memoryOf(pid: number, port: number): Promise<Memory> {
  process.kill(pid, 'SIGUSR1')
  await sleep(500)
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as { webSocketDebuggerUrl: string }[]
  const inspector = new WebSocket(target?.webSocketDebuggerUrl as string)
  await new Promise((resolve) => inspector.once('open', resolve))
  const ask = (method: string): Promise<{ usedSize: number; backingStorageSize: number }> => {
    inspector.send(JSON.stringify({ id: 1, method }))
    return new Promise((resolve) => inspector.once('message', (data) => resolve(JSON.parse(String(data)).result)))
  }
  for (let i = 0; i < 3; i++) await ask('HeapProfiler.collectGarbage')
  const { usedSize, backingStorageSize } = await ask('Runtime.getHeapUsage')
  inspector.terminate()
  await sleep(1_000)
  return { live: (usedSize + backingStorageSize) / 1024, resident: rssOf(pid) * 1024 }
}

function openSocket(
  { url }: Running,
  path: string,
  hello: object,
  onFrame?: (frame: Frame) => void,
  headers = {},
): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url.replace(/^http/, 'ws') + path, { headers, perMessageDeflate: false })
    socket.once('open', () => socket.send(JSON.stringify(hello)))
    const pings = setInterval(() => socket.send('{"type":"ping"}'), 25_000)
    socket.once('close', () => clearInterval(pings))
    socket.once('error', reject)
    socket.once('message', () => {
      if (onFrame) socket.on('message', (data) => onFrame(JSON.parse(String(data)) as Frame))
      resolve(socket)
    })
  })
}

interface Frame {
  type: string
  conversation?: { lastMessage?: { text: string } }
  messages?: { clientId: string | null }[]
}

function makeShopper(): Promise<Shopper> {
  return service.post('/storefront/sessions', { appId: store.appId })
}

async function measureMessages(): Promise<void> {
  const sentAt = new Map<string, number>()
  const latencies: number[] = []
  const arrivals = new Map<string, number>()
  /** As a browser does: a lost connection is tried again with the same clientId. */
  const say = async ({ token }: Shopper, clientId: string, isSecondTry = false): Promise<void> => {
    const headers = { 'x-app-id': store.appId, authorization: `Bearer ${token}` }
    try {
      await service.post('/storefront/messages', { clientId, text: clientId }, headers)
    } catch (error) {
      if (isSecondTry || !(error instanceof TypeError)) throw error
      await say({ token }, clientId, true)
    }
  }

  const shoppers: Shopper[] = []
  while (shoppers.length < CONVERSATIONS) {
    const made = await Promise.all(Array.from({ length: 20 }, makeShopper))
    await Promise.all(made.map((shopper) => say(shopper, randomUUID())))
    const opened = made.map(async ({ token }) => ({
      token,
      socket: await openSocket(
        service,
        '/storefront/socket',
        { type: 'hello', appId: store.appId, token },
        ({ type, messages = [] }) => {
          if (type !== 'changes') return
          for (const { clientId } of messages) {
            if (clientId !== null) arrivals.set(clientId, (arrivals.get(clientId) ?? 0) + 1)
          }
        },
      ),
    }))
    shoppers.push(...(await Promise.all(opened)))
  }
  await openMember(({ type, conversation }) => {
    const text = conversation?.lastMessage?.text ?? ''
    const at = type === 'conversation' ? sentAt.get(text) : undefined
    if (at === undefined) return
    latencies.push(performance.now() - at)
    sentAt.delete(text)
  })
  await sleep(60_000 - (Date.now() % 60_000) + 500) // a whole minute of each shopper's limit
  arrivals.clear()

  const sends: Promise<unknown>[] = []
  const sent: string[] = []
  const begun = performance.now()
  for (let n = 0; n < RATE * SECONDS; n++) {
    const due = begun + (n * 1000) / RATE
    if (due > performance.now()) await sleep(due - performance.now())
    const clientId = randomUUID()
    sent.push(clientId)
    sentAt.set(clientId, performance.now())
    sends.push(say(shoppers[n % shoppers.length] as Shopper, clientId))
  }
  await Promise.all(sends)
  const seconds = (performance.now() - begun) / 1000
  await sleep(2_000)
  const lost = sent.filter((clientId) => !arrivals.has(clientId)).length
  const doubled = sent.filter((clientId) => (arrivals.get(clientId) ?? 0) > 1).length
  latencies.sort((a, b) => a - b)
  const p99 = latencies[Math.floor(latencies.length * 0.99)] ?? Number.NaN
  console.log(
    `${sent.length} messages through ${shoppers.length} open conversations, ${Math.round(sent.length / seconds)} a second`,
  )
  console.log(`  to the shopper's socket: ${lost} lost, ${doubled} doubled`)
  console.log(
    `  from the shopper to the member's socket: median ${median(latencies).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
  )
  for (const { socket } of shoppers) socket?.terminate()
}

async function openMember(onFrame: (frame: Frame) => void): Promise<void> {
  const answer = await fetch(`${service.url}/api/chat/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: service.url },
    body: JSON.stringify({ email, password }),
  })
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] as string
  await openSocket(service, '/api/chat/socket', { type: 'hello' }, onFrame, { cookie, origin: service.url })
}

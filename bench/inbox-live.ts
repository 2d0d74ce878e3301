import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import { WebSocket } from 'ws'
import { buildBrowserCode } from '../scripts/build.ts'
import { prepareData } from './data.ts'
import { signInMembers } from './inbox/members.ts'
import { startService } from './service.ts'

// npm run bench:inbox-live — 50 members connected to a store of 200,000 conversations, 20 messages of customers a second in
// real time, and one of the inboxes in a browser: tasks of its page over 50 ms, and what it holds in memory after garbage
// collection. BENCH_MINUTES: 3 unless told.

const databaseUrl = process.env.BENCH_DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/parley_bench_inbox'
const MINUTES = Number(process.env.BENCH_MINUTES ?? 3)
const MEMBERS = 50
const MESSAGES_A_SECOND = 20
/** Number of conversations that get messages, in turn: more than a page of the list has. */
const WRITTEN_IN = 400

await buildBrowserCode()
const { shopId, key } = await prepareData(
  { databaseUrl },
  { conversations: 200_000, messagesEach: 5, otherStores: 0, otherConversations: 0 },
)
const service = await startService({ DATABASE_URL: databaseUrl })
const cookies = await signInMembers(service, shopId, MEMBERS)
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu'],
})
const sockets = cookies.slice(1).map((cookie) => {
  const headers = { cookie, origin: service.url }
  const socket = new WebSocket(`${service.url.replace('http', 'ws')}/api/chat/socket`, { headers })
  return socket.on('open', () => socket.send(JSON.stringify({ type: 'hello' })))
})

let said = 0
let failed = 0
async function say(): Promise<void> {
  const id = `conversation-${((said++ % WRITTEN_IN) + 1) * 10}`
  const answer = await fetch(`${service.url}/chat/conversations/${id}/messages`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ text: `message ${said}`, asCustomer: true }),
  })
  if (answer.status !== 201) failed++
  await answer.arrayBuffer()
}

/** Messages at an even pace, those that are late by a slow answer of the one before included. */
async function sayFor(ms: number): Promise<void> {
  const begun = performance.now()
  for (let n = 0; performance.now() - begun < ms; n++) {
    say().catch(() => failed++)
    await sleep(Math.max(0, begun + ((n + 1) * 1_000) / MESSAGES_A_SECOND - performance.now()))
  }
}

interface TraceEvent {
  name: string
  tid: number
  tdur?: number
  args: { name?: string }
}

function longestByProcessor(trace: Buffer): string[] {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const main = traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
  const threads = new Set(main.map(({ tid }) => tid))
  const tasks = traceEvents
    .filter(({ name, tid }) => name === 'RunTask' && threads.has(tid))
    .map(({ tdur }) => tdur ?? 0)
  return tasks
    .sort((a, b) => b - a)
    .slice(0, 5)
    .map((us) => (us / 1_000).toFixed(1))
}

try {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const [name = '', value = ''] = (cookies[0] as string).split('=')
  await context.addCookies([{ name, value, url: service.url }])
  const page = await context.newPage()
  await page.addInitScript(`window.longTasks = []
    new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) longTasks.push(duration) }).observe({ type: 'longtask' })`)
  await page.goto(`${service.url}/inbox/open/conversation-10`)
  await page.locator('.row').first().waitFor()
  await page.getByRole('log').waitFor()
  const devtools = await context.newCDPSession(page)
  const state = async (minute: number) => {
    // What is measured itself makes long tasks; they are not the page's.
    const tasks = (await page.evaluate('longTasks.splice(0)')) as number[]
    await devtools.send('HeapProfiler.collectGarbage')
    const { usedSize } = await devtools.send('Runtime.getHeapUsage')
    const { nodes } = await devtools.send('Memory.getDOMCounters')
    await sleep(200)
    await page.evaluate('longTasks.splice(0)')
    const heap = (usedSize / 1024 / 1024).toFixed(1)
    return {
      minute,
      said,
      'heap MB': heap,
      'DOM nodes': nodes,
      'over 50 ms': tasks.length,
      'longest ms': Math.max(0, ...tasks),
    }
  }
  await sleep(1_000)
  await state(0) // what loading took
  const rows = [await state(0)]
  for (let minute = 1; minute <= MINUTES; minute++) {
    await sayFor(60_000)
    await sleep(500)
    rows.push(await state(minute))
  }
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline'] })
  await sayFor(20_000)
  const longest = longestByProcessor(await browser.stopTracing())
  console.log(`${sockets.length + 1} members connected, ${said} messages, ${failed} refused`)
  console.table(rows)
  console.log(
    `by the processor's time, which others do not lengthen: its longest tasks of 20 s took ${longest.join(', ')} ms`,
  )
} finally {
  for (const socket of sockets) socket.close()
  await browser.close()
  await service.stop()
}

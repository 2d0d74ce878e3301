import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import { buildBrowserCode } from '../scripts/build.ts'
import { prepareData } from './data.ts'
import { startService } from './service.ts'

// npm run bench:inbox-day — one browser that has the inbox of 200,000 conversations open for a simulated day: eight
// hours of customers' messages (30 a minute), as fast as the service takes them. What its page holds in memory after
// each eighth, and whether typing and scrolling stay free of long tasks while messages come.

const databaseUrl = process.env.BENCH_DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/parley_bench_inbox'
const UPDATES = Number(process.env.BENCH_UPDATES ?? 8 * 60 * 30)
const AT_ONCE = 8
const EMAIL = 'bench-day@example.com'
const password = 'a password for the benchmark'

await buildBrowserCode()
const { shopId, key } = await prepareData(
  { databaseUrl },
  { conversations: 200_000, messagesEach: 5, otherStores: 0, otherConversations: 0 },
)
const service = await startService({ DATABASE_URL: databaseUrl })
await service.operator(
  'POST',
  `/stores/${shopId}/import`,
  `${JSON.stringify({ kind: 'member', data: { id: 'bench-day', email: EMAIL, password } })}\n`,
)
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu'],
})

let said = 0
async function say(): Promise<void> {
  const id = `conversation-${((said++ * 7) % 5_000) + 1}`
  const answer = await fetch(`${service.url}/chat/conversations/${id}/messages`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ text: `message ${said} of the day`, asCustomer: true }),
  })
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
  await answer.arrayBuffer()
}

/** Sends messages one after the other on some connections, until there are `count`. */
async function sayUntil(count: number): Promise<void> {
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (said < count) await say()
    }),
  )
}

try {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await page.addInitScript(`window.longTasks = []
    new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) longTasks.push(duration) }).observe({ type: 'longtask' })`)
  await page.goto(`${service.url}/inbox`)
  await page.fill('input[type=email]', EMAIL)
  await page.fill('input[type=password]', password)
  await page.keyboard.press('Enter')
  await page.locator('.row').first().click()
  await page.locator('textarea').first().waitFor()
  const devtools = await page.context().newCDPSession(page)
  const heap = async () => {
    await devtools.send('HeapProfiler.collectGarbage')
    const { usedSize } = await devtools.send('Runtime.getHeapUsage')
    const { nodes } = await devtools.send('Memory.getDOMCounters')
    return { 'heap MB': (usedSize / 1024 / 1024).toFixed(1), 'DOM nodes': nodes }
  }
  const longTasks = () => page.evaluate('longTasks.splice(0)') as Promise<number[]>

  const rows: object[] = [{ hour: 0, ...(await heap()) }]
  await longTasks()
  const begun = performance.now()
  for (let hour = 1; hour <= 8; hour++) {
    await sayUntil((UPDATES / 8) * hour)
    await sleep(500)
    rows.push({ hour, ...(await heap()) })
  }
  console.log(`${said} messages in ${((performance.now() - begun) / 1000).toFixed(0)} s`)
  console.table(rows)
  const idle = await longTasks()
  console.log(`long tasks while they came: ${idle.length}, longest ${Math.max(0, ...idle).toFixed(0)} ms`)

  // Twenty messages per second arrive while a member types and scrolls.
  let isBusy = true
  const talking = (async () => {
    while (isBusy) {
      void say()
      await sleep(50)
    }
  })()
  await page
    .locator('textarea')
    .first()
    .pressSequentially('Typing a reply of some length, as members do all day. '.repeat(3), { delay: 25 })
  const typing = await longTasks()
  const list = await page.locator('.row').first().boundingBox()
  await page.mouse.move((list?.x ?? 300) + 50, (list?.y ?? 300) + 100)
  for (let i = 0; i < 200; i++) {
    await page.mouse.wheel(0, 400)
    await sleep(25)
  }
  const scrolling = await longTasks()
  isBusy = false
  await talking
  for (const [what, tasks] of Object.entries({ typing, scrolling })) {
    console.log(`${what}: ${tasks.length} tasks over 50 ms, longest ${Math.max(0, ...tasks).toFixed(0)} ms`)
  }
} finally {
  await browser.close()
  await service.stop()
}

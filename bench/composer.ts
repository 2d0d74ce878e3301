import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, chromium, type Page } from 'playwright-core'
import { startMailWorld } from '#test/doubles/mail.ts'
import { buildBrowserCode } from '../scripts/build.ts'
import { startService } from './service.ts'

// npm run bench:composer — how long a key takes to be a character on the screen, in a browser slowed down four times:
// in the composer of an email with recipients, a signature, formatted text and a file, while 100 conversations are
// listed and messages come, and in a page with nothing but a text area.

const SLOWER = Number(process.env.BENCH_SLOWER ?? 4)
const CONVERSATIONS = 100
const EMAIL = 'bench-composer@example.com'
const password = 'a password for the benchmark'
const TEXT = '**Dear Kim**, thank you for writing: your lamp comes on _Monday_, I hope, with both cables. '.repeat(2)
/** Between two keys, as a fast writer types. */
const KEY_MS = 80

await buildBrowserCode()
const world = await startMailWorld()
const service = await startService({
  ...world.env,
  DATA_DIR: `/tmp/parley-bench-composer-${process.pid}`,
  STOREFRONT_LIMIT_PER_IP: '0',
})
const address = `support-${randomUUID()}@shop.example`
const { shopId } = await service.operator<{ shopId: string }>('POST', '/stores', { name: 'Bench', plan: 'pro' })
await service.operator('POST', `/stores/${shopId}/channels`, { channel: 'email', address })
await service.operator(
  'POST',
  `/stores/${shopId}/import`,
  `${JSON.stringify({ kind: 'member', data: { id: 'bench', email: EMAIL, password, name: 'Bench' } })}\n`,
)
for (let i = 0; i < CONVERSATIONS; i++) await mail(i)

function mail(n: number): Promise<void> {
  const words = `My lamp ${n} hums when it is dimmed. Is that normal?`
  return world.send({
    from: `Kim <kim-${n}@customer.example>`,
    to: address,
    cc: 'Lee <lee@customer.example>',
    subject: `Lamp ${n}`,
    text: words,
  })
}

/** Notes for each key how long it took until the frame that shows it was drawn. */
const WATCH_KEYS = `window.keyTimes = []
  addEventListener('keydown', ({ timeStamp }) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => keyTimes.push(performance.now() - timeStamp)
    port2.postMessage(0)
  }), true)`

async function openPage(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await page.addInitScript(WATCH_KEYS)
  return page
}

async function typeSlowly(page: Page): Promise<Record<string, string>> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.locator('textarea').first().pressSequentially(TEXT, { delay: KEY_MS, timeout: 0 })
  await sleep(1_000)
  const times = ((await page.evaluate('keyTimes.splice(0)')) as number[]).sort((a, b) => a - b)
  if (times.length < TEXT.length) throw new Error(`${times.length} of ${TEXT.length} keys were seen`)
  const at = (part: number) => (times[Math.floor(times.length * part)] as number).toFixed(1)
  return { 'p50 ms': at(0.5), 'p95 ms': at(0.95), 'p99 ms': at(0.99), 'most ms': (times.at(-1) as number).toFixed(1) }
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu'],
})
try {
  const bare = await openPage(browser)
  await bare.goto(`${service.url}/robots.txt`)
  await bare.setContent('<textarea></textarea>')
  await bare.evaluate(WATCH_KEYS)
  const page = await openPage(browser)
  await page.goto(`${service.url}/inbox`)
  await page.fill('input[type=email]', EMAIL)
  await page.fill('input[type=password]', password)
  await page.keyboard.press('Enter')
  await page.locator('.row').nth(5).click()
  await page.locator('textarea').first().waitFor()
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'invoice.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n1') })
  await page.getByText('invoice.pdf').first().waitFor()
  let isBusy = true
  const mailing = (async () => {
    for (let n = 0; isBusy; n = (n + 1) % CONVERSATIONS) {
      await mail(n)
      await sleep(1_000)
    }
  })()
  const rows = { 'text area alone': await typeSlowly(bare), composer: await typeSlowly(page) }
  isBusy = false
  await mailing
  console.log(`key to drawn character, ${SLOWER} times slower, ${TEXT.length} keys; goal: under 50 ms`)
  console.table(rows)
  if (process.env.BENCH_SCREENSHOT) await page.screenshot({ path: process.env.BENCH_SCREENSHOT })
} finally {
  await browser.close()
  await service.stop()
  await world.sink.close()
}

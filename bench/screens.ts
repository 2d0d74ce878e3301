import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Frame, type Page } from 'playwright-core'
import { buildBrowserCode } from '../scripts/build.ts'
import { median } from './measure.ts'
import { startService } from './service.ts'

// npm run bench:screens — from a shopper's key press to the member's screen and back, in real browsers: one process on
// the embedded database (or on PostgreSQL, with BENCH_SCREENS_DATABASE_URL). Times are of one clock: the machine's.

const SHOPPERS = 7
/** Each shopper may send fifteen a minute. */
const MESSAGES = 14
const OWNER = { email: 'owner@bench.example', password: 'a long password for the bench' }

await buildBrowserCode()
const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-'))
const service = await startService({ DATABASE_URL: process.env.BENCH_SCREENS_DATABASE_URL ?? '', DATA_DIR: dataDir })
const store = await service.operator<{ shopId: string; appId: string }>('POST', '/stores', {
  name: 'Bench',
  plan: 'pro',
  owner: OWNER,
})
await service.operator('POST', `/stores/${store.shopId}/sample-data`, { contacts: 100, conversations: 200 })
const shop = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html')
  response.end(
    `<!doctype html><title>Shop</title><script src="${service.url}/sdk.js" data-app-id="${store.appId}" async></script>`,
  )
})
await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})

/** Notes, in a page, when the text of each message is first drawn; and when Enter is pressed. */
const WATCH = `(() => {
  const now = () => performance.timeOrigin + performance.now()
  window.seen = {}
  window.pressed = []
  addEventListener('keydown', (event) => { if (event.key === 'Enter') pressed.push(now()) }, true)
  new MutationObserver(() => {
    for (const [text] of document.body.innerText.matchAll(/a-\\d+-\\d+/g)) seen[text] ??= now()
  }).observe(document, { subtree: true, childList: true, characterData: true })
})()`
type Watched = { seen: Record<string, number>; pressed: number[] }
const read = (page: Page | Frame) =>
  page.evaluate(() => ({ ...(globalThis as unknown as Watched) })).then(({ seen, pressed }) => ({ seen, pressed }))

try {
  const member = await (await browser.newContext()).newPage()
  await member.addInitScript(WATCH)
  await member.goto(`${service.url}/inbox`)
  await member.fill('input[type=email]', OWNER.email)
  await member.fill('input[type=password]', OWNER.password)
  await member.keyboard.press('Enter')
  await member.waitForSelector('nav')

  const forth: number[] = []
  for (let i = 0; i < SHOPPERS; i++) {
    const page = await (await browser.newContext()).newPage()
    await page.addInitScript(WATCH)
    await page.goto(`http://127.0.0.1:${(shop.address() as AddressInfo).port}`)
    await page.evaluate("parley.push(['do', 'chat:open', ['messages']])")
    const frame = await frameOf(page)
    await frame.waitForSelector('[role=log]')
    const field = frame.locator('textarea')
    for (let n = 0; n < MESSAGES; n++) {
      await field.fill(`a-${i}-${n}`)
      await field.press('Enter')
      await member.waitForFunction((text) => text in (globalThis as unknown as Watched).seen, `a-${i}-${n}`)
    }
    const [{ pressed }, { seen }] = [await read(frame), await read(member)]
    forth.push(...pressed.map((at, n) => (seen[`a-${i}-${n}`] as number) - at))
    await page.context().close()
  }
  const times = forth.toSorted((a, b) => a - b)
  const at = (share: number) =>
    (times[Math.min(times.length - 1, Math.floor(times.length * share))] as number).toFixed(0)
  console.table([
    { way: 'shopper to member', messages: times.length, 'median ms': median(times).toFixed(0), 'p99 ms': at(0.99) },
  ])
} finally {
  await browser.close()
  await service.stop()
  shop.close()
  rmSync(dataDir, { recursive: true, force: true })
}

/** The widget's frame stands in a closed shadow root, where no selector finds it. */
async function frameOf(page: Page): Promise<Frame> {
  for (;;) {
    const frame = page.frames().find((candidate) => candidate.url().includes('/storefront/frame'))
    if (frame) return frame
    await page.waitForTimeout(20)
  }
}

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import sharp from 'sharp'
import { signIn } from './inbox/members.ts'
import { median } from './measure.ts'
import { startService } from './service.ts'

// npm run bench:help-page — a help page with 20 pictures: the bytes of its HTML and styles as they are sent, when its
// largest part is painted on a slow phone (processor four times slower, 1.6 Mbit/s, 150 ms), and what axe and the checks that search engines make find. Goals: 30 KB, 1.5 s, nothing.

const PICTURES = 20
const ROUNDS = 5
const SLOW = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 100_000 }
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true }

const directory = mkdtempSync(join(tmpdir(), 'parley-bench-help-page-'))
const service = await startService({ DATA_DIR: directory, STOREFRONT_LIMIT_PER_IP: '0' })
const owner = { email: 'bench@example.com', password: 'bench password of some length' }
const { shopId } = await service.operator<{ shopId: string }>('POST', '/stores', {
  name: 'Bench page',
  plan: 'pro',
  owner,
})
await service.operator('PATCH', `/stores/${shopId}`, { settings: { helpCentre: { enabled: true, locales: ['en'] } } })
const cookie = await signIn(service.url, { ...owner, shopId })

async function call<T>(path: string, body: object | Buffer, type = 'application/json'): Promise<T> {
  const response = await fetch(`${service.url}/api/chat${path}`, {
    method: 'POST',
    headers: { cookie, origin: service.url, 'content-type': type },
    body: body instanceof Buffer ? new Uint8Array(body) : JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return ((await response.json()) as { data: T }).data
}

/** A picture as a camera makes it: 1,600 by 1,200 pixels, no two alike. */
const photo = (n: number) =>
  sharp({
    create: {
      width: 1_600,
      height: 1_200,
      channels: 3,
      noise: { type: 'gaussian', mean: 60 + 6 * n, sigma: 12 },
      background: '#888',
    },
  })
    .blur(2)
    .jpeg()
    .toBuffer()

async function write(): Promise<string> {
  const pictures: string[] = []
  for (let n = 0; n < PICTURES; n++) {
    const { id: fileId } = await call<{ id: string }>(
      `/files?name=step-${n}.jpg`,
      await photo(n),
      'application/octet-stream',
    )
    const { id } = await call<{ id: string }>('/article-pictures', { fileId })
    pictures.push(
      `## Step ${n + 1}\n\nTurn the screw until it holds, then take the next part.\n\n![Step ${n + 1}](/files/${id})`,
    )
  }
  const body = `Put the lamp together in ${PICTURES} steps.\n\n${pictures.join('\n\n')}`
  const { slug } = await call<{ slug: string }>('/articles', { question: 'How do I put the lamp together?', body })
  const { settings } = await service.operator<{ settings: { helpCentre: { handle: string } } }>(
    'GET',
    `/stores/${shopId}`,
  )
  return `${service.url}/help/${settings.helpCentre.handle}/en/articles/${slug}`
}

/** Bytes as they are sent, and the text. */
async function weigh(url: string): Promise<{ bytes: number; text: string }> {
  const { request } = await import('undici')
  const { body } = await request(url, { headers: { 'accept-encoding': 'br' } })
  const sent = Buffer.from(await body.arrayBuffer())
  return { bytes: sent.length, text: readable(sent) }
}

function readable(sent: Buffer): string {
  try {
    return brotliDecompressSync(sent).toString()
  } catch {
    return sent.toString()
  }
}

/** What search engines look for, and Lighthouse with them. */
function faultsOf(html: string): string[] {
  const needed: Record<string, RegExp> = {
    title: /<title>[^<]{5,}<\/title>/,
    description: /<meta name="description" content="[^"]{20,}"/,
    viewport: /<meta name="viewport" content="width=device-width, initial-scale=1"/,
    language: /<html lang="en"/,
    canonical: /<link rel="canonical" href="http/,
    'one h1': /^(?:(?!<h1)[\s\S])*<h1(?:(?!<h1)[\s\S])*$/,
    indexable: /^(?!.*noindex)/s,
  }
  const missing = Object.entries(needed).flatMap(([name, pattern]) => (pattern.test(html) ? [] : [name]))
  const pictures = html.match(/<img[^>]*>/g) ?? []
  const odd = pictures.filter(
    (one) => !/ alt="[^"]+"/.test(one) || !/ width="\d+"/.test(one) || !/ height="\d+"/.test(one),
  )
  return [...missing, ...odd.map((one) => `picture without words or size: ${one.slice(0, 80)}`)]
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu'],
})

/** Milliseconds until the largest part of the first screen is there. */
async function paint(url: string): Promise<number> {
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', SLOW)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.addInitScript(
    'new PerformanceObserver((list) => { window.painted = list.getEntries().at(-1).startTime }).observe({ type: "largest-contentful-paint", buffered: true })',
  )
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForTimeout(1_000)
  const at = (await page.evaluate('window.painted')) as number
  await context.close()
  return at
}

try {
  const url = await write()
  const html = await weigh(url)
  const styles = [...html.text.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(
    ([, href]) => new URL(href as string, url),
  )
  const sheets = await Promise.all(styles.map((href) => weigh(href.href)))
  const bytes = html.bytes + sheets.reduce((sum, { bytes }) => sum + bytes, 0)
  console.log(`HTML and styles of a page with ${PICTURES} pictures: ${bytes} bytes as sent (goal: at most 30,000)`)
  const times: number[] = []
  for (let i = 0; i < ROUNDS; i++) times.push(await paint(url))
  console.log(`largest paint on a slow phone: ${median(times).toFixed(0)} ms (median of ${ROUNDS}; goal: under 1,500)`)
  console.log(`missing for search engines: ${faultsOf(html.text).join(', ') || 'nothing'}`)
  const page = await (await browser.newContext({ ...PHONE, bypassCSP: true })).newPage()
  await page.goto(url)
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'))
  const { violations } = (await page.evaluate('axe.run()')) as { violations: { id: string }[] }
  console.log(`found by axe: ${violations.map(({ id }) => id).join(', ') || 'nothing'}`)
} finally {
  await browser.close()
  await service.stop()
  rmSync(directory, { recursive: true })
}

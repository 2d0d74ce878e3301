import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { chromium } from 'playwright-core'
import { frameOf, newShopper, openChat, push, sdkReady } from '../test/browser/shop.ts'
import { type CleanUp, cleanUpAll, openServer } from '../test/service/server.ts'
import { buildBrowserCode } from './build.ts'

// npm run screenshots [NAME…]: takes the pictures of the README and the guides from a demo store, in light and dark, and
// writes them to docs/images. Needs Debian's packages chromium, fonts-noto-color-emoji and fonts-noto-cjk: without the
// fonts, emoji and Asian names show as boxes.

const IMAGES = fileURLToPath(new URL('../docs/images/', import.meta.url))
const SIZE = { width: 1280, height: 800 }
/** Limit in bytes: pages with several pictures must load quickly. */
const BYTES_MAX = 150_000
const QUALITIES = [82, 70, 55]

const VIEW: BrowserContextOptions = {
  viewport: SIZE,
  locale: 'en-GB',
  timezoneId: 'Europe/Berlin',
  reducedMotion: 'reduce',
}

/** A picture in the middle of a transition would have colours of both themes. */
const WITHOUT_TRANSITIONS = `addEventListener('DOMContentLoaded', () => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('*, ::before, ::after { transition: none !important; animation-duration: 0s !important }')
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
})`

const ARTICLE = `Start with **how many** you are, and add one for your luggage.

# Sizes

| Tent | People | Weight |
| --- | --- | --- |
| Fjord | 1 to 2 | 1.8 kg |
| Tundra | 3 to 4 | 3.1 kg |

# Before you go

- Pitch it once at home.
- Pack a [repair kit](https://shop.example/repair-kits).

> [!TIP]
> Dry it before you store it.
`

await buildBrowserCode()
const cleanUp: CleanUp = []
const wanted = process.argv.slice(2)
try {
  const server = await openServer(cleanUp, { env: { DEMO: '1', DATABASE_URL: '' } })
  const { email, password } = readSignIn(server.logs())
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--hide-scrollbars'],
  })
  cleanUp.push(() => browser.close())
  mkdirSync(IMAGES, { recursive: true })

  const shopper = await newShopper(browser, VIEW)
  await shopper.addInitScript(WITHOUT_TRANSITIONS)
  const shop = await shopper.newPage()
  await chat(shop, server.baseUrl)
  await take(shop, 'widget')

  const context = await browser.newContext(VIEW)
  await context.addInitScript(WITHOUT_TRANSITIONS)
  const page = await context.newPage()
  await signIn(page, server.baseUrl, email, password)
  await page.getByRole('link', { name: /^All open/ }).click()
  await page
    .getByText(/order #/)
    .first()
    .click()
  await page.getByText(/^Orders \(/).waitFor()
  await page
    .getByPlaceholder(/^Write a reply/)
    .fill('Hi Emma, your parcel left Hamburg this morning. It arrives on Monday. 📦')
  await take(page, 'inbox')
  await writeReply(page)
  await take(page, 'reply')
  await page.goto(`${server.baseUrl}/inbox/settings/widget`)
  await page.getByRole('heading', { level: 1, name: 'Widget' }).waitFor()
  await take(page, 'settings')
  await page.goto(`${server.baseUrl}/inbox/settings/ai/playground`)
  await page.getByRole('textbox').last().fill('How do I return something?')
  await page.keyboard.press('Enter')
  await page
    .getByRole('link', { name: /return/i })
    .first()
    .waitFor()
  await take(page, 'ai-agent')
  const articleId = await writeArticle(page, server.baseUrl)
  await take(page, 'article-editor')
  await push(shop, ['do', 'article:show', [articleId]])
  const article = (await frameOf(shop)).locator('article')
  await article.getByRole('table').waitFor()
  await take(shop, 'article-widget')
  await page.goto(`${server.baseUrl}/inbox/reports`)
  await page
    .getByRole('heading', { name: /by day/ })
    .first()
    .waitFor()
  await take(page, 'reports')
} finally {
  await cleanUpAll(cleanUp)
}

/** The owner's sign-in, as the first start prints it. */
function readSignIn(output: string): { email: string; password: string } {
  const [, email, password] = /Inbox\s+\S+\s+(\S+@\S+)\s+(\S+)/.exec(output) ?? []
  if (!email || !password) throw new Error(`The demo store did not print its sign-in:\n${output}`)
  return { email, password }
}

/** Asks the demo shop something, as a shopper with a name from outside of Europe and an emoji. */
async function chat(page: Page, baseUrl: string): Promise<void> {
  await page.goto(`${baseUrl}/demo`)
  await sdkReady(page)
  await push(page, ['set', 'user:name', ['山田 花子']])
  const frame = await openChat(page, 'messages')
  const answers = frame.locator('.row:not(.ours) .bubble')
  for (const text of ['Do you ship to Norway? 🏔️', 'How do I return something?']) {
    const before = await answers.count()
    await push(page, ['do', 'message:send', [text]])
    await answers.nth(before).waitFor()
  }
}

/** A formatted reply with a product. */
async function writeReply(page: Page): Promise<void> {
  await page
    .getByPlaceholder(/^Write a reply/)
    .fill('Hi Emma, your parcel is in _Boston_. If it is lost, we send this one:\n- **free of charge**\n- today')
  await page.getByRole('button', { name: 'Show a product or discount' }).click()
  const dialog = page.getByRole('dialog', { name: 'Show a product or discount' })
  await dialog.getByRole('button').first().click()
  await dialog.waitFor({ state: 'hidden' })
}

/** A published article with most of what one can have. Returns its id. */
async function writeArticle(page: Page, baseUrl: string): Promise<string> {
  await page.goto(`${baseUrl}/inbox/settings/knowledge/new`)
  await page.getByRole('textbox', { name: 'Title' }).fill('Which tent is right for me?')
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill(ARTICLE)
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('button', { name: 'Unpublish' }).waitFor()
  await page.getByRole('region', { name: 'Preview' }).getByRole('table').waitFor()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  return page.url().split('/').at(-1) as string
}

async function signIn(page: Page, baseUrl: string, email: string, password: string): Promise<void> {
  await page.goto(`${baseUrl}/inbox`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.locator('.sidebar .avatar-online').waitFor()
}

/** Writes a picture in light and in dark as WebP, in the best quality that stays within the limit. */
async function take(page: Page, name: string): Promise<void> {
  if (wanted.length > 0 && !wanted.includes(name)) return
  const session = await page.context().newCDPSession(page)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.waitForLoadState('networkidle')
    await page.getByText('Loading…').first().waitFor({ state: 'hidden' })
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    const { bytes, quality } = await capture((quality) =>
      session.send('Page.captureScreenshot', { format: 'webp', quality }),
    )
    writeFileSync(join(IMAGES, `${name}-${colorScheme}.webp`), bytes)
    console.log(`${name}-${colorScheme}.webp ${bytes.length} bytes, quality ${quality}`)
  }
  await session.detach()
}

async function capture(shoot: (quality: number) => Promise<{ data: string }>) {
  for (const quality of QUALITIES) {
    const bytes = Buffer.from((await shoot(quality)).data, 'base64')
    if (bytes.length <= BYTES_MAX) return { bytes, quality }
  }
  throw new Error(`A picture has more than ${BYTES_MAX} bytes in the lowest quality.`)
}

import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import type { Browser, BrowserContext, BrowserContextOptions, Frame, Page } from 'playwright-core'
import { until } from '../until.ts'

// A shop on an origin of its own, whose pages carry the storefront's script, as shoppers meet it. It is of the same site
// as the server, for the browsers that tests start are private ones, which refuse storage to frames of another site;
// `abroad` is the same page on another site.

export interface PageParts {
  /** Further attributes of the script's tag; false leaves the tag out. */
  script?: Record<string, string> | false
  /** A page's own script, before ours: it makes the queue. */
  before?: string
  head?: string
  body?: string
  lang?: string
  headers?: Record<string, string>
}

export interface TestShop {
  origin: string
  /** Makes a page and answers its address. */
  page(parts?: PageParts): string
}

/** Serves pages whose script comes from `baseUrl`, for the store of `appId`; called at the file's top, it ends with it. */
export async function startShop(baseUrl: string, appId: string): Promise<TestShop> {
  const pages = new Map<string, PageParts>()
  const server: HttpServer = createServer((request, response) => {
    const parts = pages.get((request.url ?? '/').split('?')[0] as string) ?? {}
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...parts.headers })
    response.end(pageOf(parts, baseUrl, appId))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  after(() => server.closeAllConnections())
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    page(parts = {}) {
      const path = `/page-${pages.size + 1}`
      pages.set(path, parts)
      return origin + path
    },
  }
}

function pageOf(parts: PageParts, baseUrl: string, appId: string): string {
  const { script = {}, before = '', head = '', body = '', lang = 'en', headers } = parts
  const nonce = /nonce-([\w-]+)/.exec(headers?.['content-security-policy'] ?? '')?.[1]
  const withNonce = nonce ? ` nonce="${nonce}"` : ''
  const more = Object.entries(script || {}).map(([name, value]) => ` ${name}="${value}"`)
  const tag = `<script src="${baseUrl}/sdk.js" data-app-id="${appId}" async${withNonce}${more.join('')}></script>`
  return `<!doctype html><html lang="${lang}"><head><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Shop</title><link rel="icon" href="data:,">${head}</head><body><main><h1>Shop</h1><button id="own">Own</button>${body}</main>
${before ? `<script${withNonce}>${before}</script>` : ''}${script === false ? '' : tag}</body></html>`
}

/** The page's address on a site that is not the server's. */
export const abroad = (url: string) => url.replace('127.0.0.1', 'localhost')

/** Tests look into the shadow root, which shops cannot. */
const OPEN_ROOTS = `{
  const attach = Element.prototype.attachShadow
  Element.prototype.attachShadow = function (options) { return attach.call(this, { ...options, mode: 'open' }) }
}`

/** A shopper's browser, with storage of its own. */
export async function newShopper(
  browser: Browser,
  { isClosed = false, ...options }: BrowserContextOptions & { isClosed?: boolean } = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1_000, height: 760 }, ...options })
  context.setDefaultTimeout(30_000)
  if (!isClosed) await context.addInitScript(OPEN_ROOTS)
  return context
}

/** Opens a page and waits for the script. */
export async function visit(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(url)
  await sdkReady(page)
  return page
}

export const sdkReady = (page: Page) => page.waitForFunction('typeof window.parley?.version === "function"')

/** Pushes commands, as the shop's page would. */
export const push = (page: Page, ...commands: unknown[]) =>
  page.evaluate((all) => {
    const { parley } = globalThis as unknown as { parley: { push(command: unknown): unknown } }
    return all.map((command) => parley.push(command))
  }, commands)

export const is = (page: Page, state: string) => page.evaluate(`parley.is(${JSON.stringify(state)})`)
export const get = (page: Page, key: string) => page.evaluate(`parley.get(${JSON.stringify(key)})`)

/** The widget's frame, once it is there. */
export const frameOf = (page: Page): Promise<Frame> =>
  until('the frame', () => page.frames().find((frame) => frame.url().includes('/storefront/frame')))

/** Opens the panel and answers its frame, drawn and connected. */
export async function openChat(page: Page, view?: string): Promise<Frame> {
  await push(page, ['do', 'chat:open', view ? [view] : []])
  const frame = await frameOf(page)
  await frame.locator('main').waitFor()
  await until('a session', () => is(page, 'session:ongoing'))
  return frame
}

/** Notes events of these names from now on; `taken()` gives them in order. */
export async function listen(page: Page, ...names: string[]) {
  await page.evaluate((wanted) => {
    const page = globalThis as unknown as { heard?: unknown[]; parley: { on(name: string, fn: unknown): void } }
    const all = page.heard ?? []
    page.heard = all
    for (const name of wanted) page.parley.on(name, (event: unknown) => all.push(event))
  }, names)
  const taken = () => page.evaluate('window.heard') as Promise<Record<string, unknown>[]>
  return {
    taken,
    of: async (name: string) => (await taken()).filter((event) => event.type === name),
    one: (name: string) => until(name, async () => (await taken()).find((event) => event.type === name)),
  }
}

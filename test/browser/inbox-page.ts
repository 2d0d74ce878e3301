import type { Browser, BrowserContext, BrowserContextOptions, Page, Route } from 'playwright-core'
import type { Store } from '../fixtures/factories.ts'
import { cookieOf, PASSWORD, pageOf } from '../fixtures/inbox.ts'
import { watch } from './browser.ts'

// Members' screens, for tests in a browser.

type Target = { baseUrl: string }
export interface Screen {
  page: Page
  context: BrowserContext
}

/** A browser of its own in which a member is signed in: the store's owner, unless an address is given. */
export async function openInbox(
  browser: Browser,
  server: Target,
  store: Store,
  { email = store.owner.email, ...options }: BrowserContextOptions & { email?: string } = {},
): Promise<Screen> {
  const password = email === store.owner.email ? store.owner.password : PASSWORD
  const answer = await pageOf(server).post('/api/chat/session', { email, password, shopId: store.shopId })
  const [name, value] = cookieOf(answer).split('=') as [string, string]
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options })
  await context.addCookies([{ name, value, url: server.baseUrl, httpOnly: true, sameSite: 'Lax' }])
  return { page: await context.newPage(), context }
}

/** A signed-in browser at a conversation; `script` runs before the page's own. `watched` notes what the page complains of. */
export async function openConversation(
  browser: Browser,
  server: Target,
  store: Store,
  id: string,
  { script, ...options }: BrowserContextOptions & { script?: string } = {},
): Promise<Screen & { watched: ReturnType<typeof watch> }> {
  const screen = await openInbox(browser, server, store, options)
  const watched = watch(screen.page, server.baseUrl)
  if (script) await screen.page.addInitScript(script)
  await screen.page.goto(`${server.baseUrl}/inbox/open/${id}`)
  return { ...screen, watched }
}

/**
 * Opens a page of the inbox and waits until it hears of what happens: what comes before is shown, but not told as new.
 */
export async function openLive(page: Page, url: string): Promise<void> {
  const told = page.waitForResponse(/\/notifications$/)
  await page.goto(url)
  await told
  await page.locator('.sidebar .avatar-online').waitFor()
}

export interface Held {
  /** How many requests wait. */
  waiting(): number
  /** Lets the one that came first go on, or answers it. */
  next(go?: (route: Route) => Promise<void>): Promise<void>
  /** Lets all go on, and holds no more. */
  release(): Promise<void>
}

/** A slow line: requests for these addresses wait until the test lets them go on. */
export async function hold(page: Page, address: RegExp, method = 'GET'): Promise<Held> {
  const waiting: Route[] = []
  let isFree = false
  const take = (route: Route) => {
    if (!isFree && route.request().method() === method) waiting.push(route)
    else void route.fallback()
  }
  await page.route(address, take)
  return {
    waiting: () => waiting.length,
    next: async (go = (route) => route.continue()) => go(waiting.shift() as Route),
    release: async () => {
      isFree = true
      // One that a page asked for which has been left since cannot go on.
      await Promise.all(waiting.splice(0).map((route) => route.continue().catch(() => {})))
      await page.unroute(address, take)
    },
  }
}

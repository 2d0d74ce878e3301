import { existsSync } from 'node:fs'
import { after, afterEach, type TestContext } from 'node:test'
import { type Browser, type BrowserServer, chromium, type Page } from 'playwright-core'

// A real browser for tests: Debian's package `chromium`, or what CHROMIUM_PATH names. Where tests must not be left out
// (CI is set), a missing one is a failure.

const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
const ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** What Chromium is better without in tests; Playwright's own list of it gives way to this one. */
const OFF = [
  // Requests and routes stay as the tests make them.
  ...['HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable', 'AvoidCorsURLLoaderRestartOnRedirect', 'PaintHolding'],
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'ThirdPartyStoragePartitioning'],
  // Nobody is asked outside.
  ...[
    'MediaRouter',
    'OptimizationHints',
    'NetworkTimeServiceQuerying',
    'AimEnabled',
    'PreconnectToSearch',
    'LensOverlay',
  ],
]
/** Two pages of the address bar's own in each window, which nobody sees: two thirds of what a window costs. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/** For the `skip` of tests that need a browser: why they are left out, or false. */
export const skip: string | false = existsSync(CHROMIUM) ? false : `no browser at ${CHROMIUM}; set CHROMIUM_PATH`
if (skip && process.env.CI) throw new Error(skip)

/** Address of the run's Chromium: test/service/run-setup.ts sets it. */
const SHARED = process.env.BROWSER_SERVER

const launchOptions = (off: string[]) => ({
  executablePath: CHROMIUM,
  args: [...ARGUMENTS, `--disable-features=${[...off, ...ADDRESS_BAR].join()}`],
})

/** Starts the Chromium that all files of a run share; its `wsEndpoint()` is what they connect to. */
export function launchSharedBrowser(): Promise<BrowserServer> {
  return chromium.launchServer(launchOptions(OFF))
}

/**
 * The browser for the tests of a file; called at the file's top. In a run of `npm test` all files share one Chromium, and
 * each sees nothing but the contexts that it opened. Undefined where tests are skipped. A test that fails reports what
 * every page showed. `off`: features that Chromium is without, instead of the usual ones; it starts one for the file alone.
 */
export async function openBrowser({ off = OFF } = {}): Promise<Browser> {
  if (skip) return undefined as never
  const browser = SHARED && off === OFF ? await chromium.connect(SHARED) : await chromium.launch(launchOptions(off))
  after(() => browser.close())
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => (await newContext(options)).on('page', routeInTime)
  afterEach(async (context) => {
    const t = context as TestContext & { passed: boolean }
    if (t.passed) return
    for (const page of browser.contexts().flatMap((context) => context.pages())) await tellScreen(t, page)
  })
  return browser
}

/**
 * What is pressed in a page right after `page.route` may get past it: keys and routes reach a page by different ways, and
 * one that is busy may hear of a key first. What is evaluated comes after routes.
 */
function routeInTime(page: Page): void {
  const route = page.route.bind(page)
  page.route = async (...args) => {
    const disposable = await route(...args)
    await page.evaluate('0').catch(() => {}) // it may be on its way to another address
    return disposable
  }
}

/** Says where a page is, what has its focus, and what can be read on it. */
async function tellScreen(t: TestContext, page: Page): Promise<void> {
  const seen = page.evaluate(`({
    focus: document.activeElement?.outerHTML.slice(0, 200),
    hidden: document.hidden,
    text: document.body.innerText.replace(/\\s*\\n\\s*/g, ' | ').slice(0, 3000),
  })`)
  const late = new Promise((resolve) => setTimeout(resolve, 5_000, 'it does not answer').unref())
  const screen = await Promise.race([seen, late]).catch((error: Error) => error.message)
  t.diagnostic(`on screen at ${page.url()}: ${JSON.stringify(screen)}`)
}

export interface Watched {
  /** Requests to other origins than those given. */
  foreign: string[]
  /** What the page complained of: errors and warnings on the console, exceptions nobody caught. */
  complaints: string[]
}

/** Notes what must stay empty. */
export function watch(page: Page, ...own: string[]): Watched {
  const watched: Watched = { foreign: [], complaints: [] }
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (!['data:', 'blob:'].includes(protocol) && !own.includes(origin)) watched.foreign.push(request.url())
  })
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      watched.complaints.push(`${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => watched.complaints.push(String(error)))
  return watched
}

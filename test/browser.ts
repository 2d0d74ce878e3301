import { existsSync } from 'node:fs'
import { after } from 'node:test'
import { type Browser, chromium, type Page } from 'playwright-core'

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

/** For the `skip` of tests that need a browser: why they are left out, or false. */
export const skip: string | false = existsSync(CHROMIUM) ? false : `no browser at ${CHROMIUM}; set CHROMIUM_PATH`
if (skip && process.env.CI) throw new Error(skip)

/** Starts the browser that the tests of a file share; called at the file's top, it ends with them. None to skip them. */
export async function openBrowser(more: string[] = []): Promise<Browser> {
  if (skip) return undefined as never
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: [...ARGUMENTS, ...more] })
  after(() => browser.close())
  return browser
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
    if (['error', 'warning'].includes(message.type())) watched.complaints.push(message.text())
  })
  page.on('pageerror', (error) => watched.complaints.push(String(error)))
  return watched
}

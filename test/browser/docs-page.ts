import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { makeStore, type Store } from '../fixtures/factories.ts'
import { shareServer } from '../service/server.ts'
import { openBrowser, skip, type Watched, watch } from './browser.ts'

export interface DocsPage {
  page: Page
  store: Store
  baseUrl: string
  /** What has to hold once everything was done on the page: called at the end of the file. */
  leaveNoTrace(): void
}

/** A page of the documentation in a browser of its own, and a store to try it on. None where there is no browser. */
export async function openDocsPage(path: string, prepare = async (_: Store) => {}): Promise<DocsPage> {
  const server = await shareServer()
  const browser = await openBrowser()
  const store = await makeStore(server)
  await prepare(store)
  const page = skip ? (undefined as never) : await browser.newPage({ viewport: { width: 1280, height: 900 } })
  const watched: Watched = skip ? { foreign: [], complaints: [] } : watch(page, server.baseUrl)
  if (!skip) await page.goto(server.baseUrl + path)
  return { page, store, baseUrl: server.baseUrl, leaveNoTrace: () => leaveNoTrace(page, store, watched) }
}

function leaveNoTrace(page: Page, store: Store, watched: Watched): void {
  test('the key is not kept when the page is left', { skip }, async () => {
    const kept = JSON.stringify([await page.context().storageState(), await page.evaluate('({ ...sessionStorage })')])
    assert.ok(!kept.includes(store.key))
  })

  test('nothing was asked of another origin, and nothing was complained of', { skip }, () => {
    assert.deepEqual(watched, { foreign: [], complaints: [] })
  })
}

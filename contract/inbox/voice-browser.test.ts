import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { auditAll } from '#test/browser/audit.ts'
import { openBrowser, skip, type watch } from '#test/browser/browser.ts'
import { openConversation } from '#test/browser/inbox-page.ts'
import { microphone } from '#test/browser/microphone.ts'
import { ok } from '#test/expect.ts'
import { addConversation, makeStore, message, type Store } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { shareServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'
import { buildBrowserCode } from '../../scripts/build.ts'

// A voice message from the composer, and a PDF in the conversation: in a browser, by the keyboard.

await buildBrowserCode()
const server = await shareServer()
const browser = await openBrowser()

let store: Store
let id: string
let context: BrowserContext
let page: Page
let watched: ReturnType<typeof watch>
const record = () => page.getByRole('button', { name: 'Record a voice message' })

/** The browser shows PDFs, which a headless one does not say. */
const SHOWS_PDF = "Object.defineProperty(navigator, 'pdfViewerEnabled', { get: () => true })"

before(async () => {
  if (skip) return
  store = await makeStore(server)
  id = (await addConversation(store, { messages: [message()] })).id
  const viewport = { width: 1280, height: 860 }
  const script = `${microphone()}\n${SHOWS_PDF}`
  const opened = await openConversation(browser, server, store, id, { viewport, script })
  context = opened.context
  page = opened.page
  watched = opened.watched
  await record().waitFor()
})
after(() => context?.close())

test('spec C13.14: a voice message is recorded, stopped and sent by keys', { skip }, async () => {
  await record().press('Enter')
  await page.getByRole('timer').getByText('Recording 0:01').waitFor()
  await auditAll(page, 'voice-recording')
  await page.getByRole('button', { name: 'Discard the recording' }).press('Enter')
  await record().press('Enter')
  await page.getByRole('timer').getByText('Recording 0:01').waitFor()
  await page.getByRole('button', { name: 'Stop' }).press('Enter')
  await page.getByText('Voice message.', { exact: false }).waitFor()
  await page.getByRole('textbox', { name: /Reply to/ }).press('Enter')
  const sent = await until('the message', async () => {
    const [newest] = ok(await store.api.get(`/chat/conversations/${id}/messages?order=desc`))
    return newest.files.length > 0 && newest
  })
  assert.match(sent.files[0].type, /^audio\//)
  const player = page.getByRole('log').locator('audio')
  await player.waitFor()
  // The page's policy lets it play.
  const duration = await player.evaluate(
    (audio: unknown) =>
      new Promise((resolve) => {
        const one = audio as { onloadedmetadata: () => void; onerror: () => void; load: () => void; preload: string }
        one.onloadedmetadata = () => resolve('loaded')
        one.onerror = () => resolve('refused')
        one.preload = 'metadata'
        one.load()
      }),
  )
  assert.equal(duration, 'loaded')
})

test('spec C13.14: a microphone that is refused is explained', { skip }, async () => {
  for (const [refusal, words] of [
    ['NotAllowedError', 'The browser does not allow the microphone here.'],
    ['NotFoundError', 'No microphone was found.'],
    ['NotReadableError', 'The microphone cannot be used now.'],
  ]) {
    await page.evaluate(`window.refusal = '${refusal}'`)
    await record().press('Enter')
    await page.getByText(words as string, { exact: false }).waitFor()
  }
})

test('spec C13.14: a PDF is shown in the conversation', { skip }, async () => {
  const inbox = await signInOwner(server, store)
  const pdf = '%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF'
  const bytes = { 'content-type': 'application/octet-stream' }
  const data = ok(await inbox.call('POST', '/api/chat/files?name=offer.pdf', pdf, bytes), 201)
  ok(await inbox.post(`/api/chat/conversations/${id}/messages`, { text: 'Here', files: [data.id] }), 201)
  await page.getByRole('button', { name: 'Preview offer.pdf' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'offer.pdf' })
  const frame = dialog.locator('iframe')
  await frame.waitFor()
  assert.match((await frame.getAttribute('src')) ?? '', /^blob:/)
  await auditAll(page, 'pdf-dialog')
  // The audit may leave the focus in the viewer, which keeps its keys.
  await dialog.getByRole('button', { name: 'Close' }).focus()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})

test('nothing was asked of another origin, and nothing was complained of', { skip }, () => {
  // The browser's own PDF viewer is made of pages of the browser.
  const foreign = watched.foreign.filter((address) => !/^chrome/.test(address))
  assert.deepEqual(foreign, [])
  assert.deepEqual(watched.complaints, [])
})

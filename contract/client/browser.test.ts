import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser, skip } from '#test/browser/browser.ts'
import { bundleClient, installClient } from '#test/clients/client-package.ts'
import { clientProgram, PROGRAM_ANSWER } from '#test/clients/client-program.ts'
import { addConversation, makeStore, message } from '#test/fixtures/factories.ts'
import { shareServer } from '#test/service/server.ts'

// parley-client in a real browser: in a page, and in a worker.

const server = await shareServer()
const browser = await openBrowser()

const WORKER = `import { main } from '/program.js'
onmessage = async ({ data }) => postMessage(await main(...data).catch(String))
`

test('spec 2.1.7: the client works in a page and in a worker', { skip }, async () => {
  const store = await makeStore(server)
  await addConversation(store, { messages: ['1', '2', '3'].map((text) => message({ text })) })
  const page = await browser.newPage()
  const client = await bundleClient(await installClient())
  const files: Record<string, string> = {
    'client.js': client,
    'program.js': clientProgram('/client.js'),
    'worker.js': WORKER,
  }
  for (const [name, body] of Object.entries(files)) {
    await page.route(`${server.baseUrl}/${name}`, (route) => route.fulfill({ contentType: 'text/javascript', body }))
  }
  // On the service's own origin, as a page beside it would be.
  await page.route(`${server.baseUrl}/page`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>x</title>' }),
  )
  await page.goto(`${server.baseUrl}/page`)
  const credentials = JSON.stringify([server.baseUrl, store.key, store.appId])
  assert.deepEqual(
    await page.evaluate(`import('/program.js').then(({ main }) => main(...${credentials}))`),
    PROGRAM_ANSWER,
  )
  const inWorker = `new Promise((resolve) => {
    const worker = new Worker('/worker.js', { type: 'module' })
    worker.onmessage = ({ data }) => resolve(data)
    worker.onerror = ({ message }) => resolve(message)
    worker.postMessage(${credentials})
  })`
  assert.deepEqual(await page.evaluate(inWorker), PROGRAM_ANSWER)
  await page.close()
})

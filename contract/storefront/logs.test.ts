import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { openSocket } from '#test/clients/socket.ts'
import { ok } from '#test/expect.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { startServer } from '#test/service/server.ts'

const server = await startServer({ env: { LOG_LEVEL: 'trace' } })
const store = await makeStore(server)

test('logs hold no visitor’s token, words, name, address or file', async () => {
  const visitor = await makeVisitor(server, store)
  const { secret } = ok(await store.operator.post(`/operator/stores/${store.shopId}/identity-secrets`), 201)
  const [words, email, clientId] = [`words-${randomUUID()}`, `e-${randomUUID()}@example.com`, randomUUID()]
  ok(await visitor.api.patch('/storefront/visitor', { email, name: words }))
  ok(await visitor.api.post('/storefront/events', { name: words }))
  ok(await visitor.api.post('/storefront/pages', { pages: [{ url: `https://shop.example/${words}` }] }))
  const file = ok(
    await visitor.api.call('POST', `/storefront/files?name=${words}.txt`, 'text', { 'content-type': 'text/plain' }),
    201,
  )
  await fetch(server.baseUrl + file.url)
  const { message } = await visitor.say(words, { clientId, files: [file.id] })
  const socket = await visitor.connect()
  socket.send({ type: 'pages', pages: [{ url: `https://shop.example/${words}` }] })
  const forged = await openSocket(server.baseUrl, `/storefront/socket?token=${visitor.token}`)
  forged.send({ type: 'hello', appId: store.appId, token: `${visitor.token}0` })
  await forged.closed()
  ok(await visitor.api.get(`/storefront/messages?before=`))
  const logs = server.logs()
  assert.match(logs, /"route":"\/storefront\/messages"/)
  const [, , , , fileId, fileSecret] = file.url.split('/')
  for (const kept of [visitor.token, words, email, clientId, message.id, fileId, fileSecret, secret, visitor.id]) {
    assert.ok(!logs.includes(kept), `the log holds ${kept}`)
  }
})

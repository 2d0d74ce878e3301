import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '#test/clients/client.ts'
import { addConversation, makeStore, message } from '#test/fixtures/factories.ts'
import { startServer } from '#test/service/server.ts'

test('logs, at the finest level too, hold no key, token, password, message text, tag, id or email address', async () => {
  const server = await startServer({ env: { LOG_LEVEL: 'trace' } })
  const store = await makeStore(server)
  const words = {
    text: 'a-very-private-sentence',
    tag: 'a-private-tag',
    email: 'private-person@example.com',
    name: 'Private Person',
    id: 'a-private-conversation-id',
    query: 'private-query',
  }
  const { id } = await addConversation(store, {
    id: words.id,
    customerEmail: words.email,
    customerName: words.name,
    messages: [message({ text: words.text })],
  })
  const path = `/chat/conversations/${id}`
  const body = { text: words.text, memberId: store.owner.memberId }
  const answers = [
    await store.api.get(path),
    await store.api.post(`${path}/messages`, body),
    await store.api.post(`${path}/messages`, { ...body, text: { deep: words.text } }),
    await store.api.post(`${path}/tags`, { tags: [words.tag] }),
    await store.api.delete(`${path}/tags/${words.tag}`),
    await store.api.get(`/chat/conversations?email=${words.email}&tag=${words.query}`),
    await store.api.get(`/chat/${words.tag}/${words.query}`),
    await store.api.post(`${path}/notes`, `{"text":"${words.text}`),
    await createClient(server.baseUrl, { 'x-api-key': `sk_${words.query}` }).get('/chat/tags'),
    await store.api.get(`${path}/%zz${words.query}`),
  ]
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 201, 400, 200, 200, 200, 404, 400, 401, 404],
  )
  await server.stop()
  const logs = server.logs()
  assert.match(logs, /"route":"\/chat\/conversations\/:id\/messages"/)
  const secrets = [...Object.values(words), store.key, store.owner.email, store.owner.password, server.operatorToken]
  assert.deepEqual(
    secrets.filter((secret) => logs.includes(secret)),
    [],
  )
})

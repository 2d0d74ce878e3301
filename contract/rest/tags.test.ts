import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok, readAllIds, refused } from '#test/expect.ts'
import { addConversation, makeStore } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { shareServer } from '#test/service/server.ts'

// Spec 4.3, tags; spec C6, C9.

const server = await shareServer()
const store = await makeStore(server)
const { api } = store
const tagsOf = (id: string) => `/chat/conversations/${id}/tags`
const remove = (id: string, tag: string) => api.delete(`${tagsOf(id)}/${encodeURIComponent(tag)}`)

test('spec 4.3.2: tags are appended without repeats, in order, and case matters', async () => {
  const { id } = await addConversation(store, { tags: ['vip'] })
  assert.deepEqual(ok(await api.post(tagsOf(id), { tags: ['b', 'a', 'b', 'vip'] })), ['vip', 'b', 'a'])
  assert.deepEqual(ok(await api.post(tagsOf(id), { tags: ['VIP', 'a'] })), ['vip', 'b', 'a', 'VIP'])
  assert.deepEqual(ok(await api.get(`/chat/conversations/${id}`)).tags, ['vip', 'b', 'a', 'VIP'])
})

test('spec 4.3.3, 8.11, C9.13: tags over 100 characters and blank ones are dropped; 400 when none is left', async () => {
  const { id } = await addConversation(store)
  const longest = '🎈'.repeat(100)
  assert.deepEqual(ok(await api.post(tagsOf(id), { tags: [`${longest}x`, longest, ' ', ''] })), [longest])
  for (const tags of [[], [''], [' \n'], ['x'.repeat(101)], ['🎈'.repeat(101), '\t']]) {
    refused(await api.post(tagsOf(id), { tags }), 400, 'INVALID_PARAMS')
  }
  for (const body of [{}, { tags: 'x' }, { tags: [7] }, { tags: [null] }, { tags: null }, { tags: { 0: 'x' } }, []]) {
    refused(await api.post(tagsOf(id), body), 400, 'INVALID_PARAMS')
  }
  assert.deepEqual(ok(await api.get(`/chat/conversations/${id}`)).tags, [longest])
})

test('spec 4.3.4: there is no cap on the number of tags', async () => {
  const { id } = await addConversation(store)
  const tags = Array.from({ length: 1_000 }, (_, i) => `tag ${i}`)
  assert.deepEqual(ok(await api.post(tagsOf(id), { tags })), tags)
  assert.deepEqual(ok(await remove(id, 'tag 500')).length, 999)
})

test('spec 4.3.5, C6.1: taking a tag off is idempotent and answers what is left', async () => {
  const { id } = await addConversation(store, { tags: ['a', 'b'] })
  assert.deepEqual(ok(await remove(id, 'a')), ['b'])
  const before = ok(await api.get(`/chat/conversations/${id}`))
  assert.deepEqual(ok(await remove(id, 'a')), ['b'])
  assert.deepEqual(ok(await remove(id, 'B')), ['b'])
  assert.deepEqual(ok(await api.get(`/chat/conversations/${id}`)), before)
})

test('spec 4.3.5: any tag can be taken off again, whatever characters it has', async () => {
  const odd = ['a/b', '100%', '%2F', 'ü ö', '?q=1#x', '+', '"', '\\', '🎈'.repeat(100), 'a\nb', "'; --", '__proto__']
  const { id } = await addConversation(store)
  assert.deepEqual(ok(await api.post(tagsOf(id), { tags: odd })), odd)
  for (const [i, tag] of odd.entries()) assert.deepEqual(ok(await remove(id, tag)), odd.slice(i + 1))
})

test('spec 4.3.1, C9.13: the catalog holds every tag ever put on a conversation, in alphabetical order, and no other store’s', async () => {
  const own = await makeStore(server)
  assert.deepEqual(ok(await own.api.get('/chat/tags')), [])
  const { id } = await addConversation(own, { tags: ['pear', 'apple'] })
  await own.api.post(tagsOf(id), {
    tags: ['Quince', 'fig', 'apple', 'VIP', 'b2b', 'Äpfel', 'vip', 'éclair', 'zoo', '7'],
  })
  await own.api.delete(`${tagsOf(id)}/fig`)
  const alphabetical = ['7', 'Äpfel', 'apple', 'b2b', 'éclair', 'fig', 'pear', 'Quince', 'vip', 'VIP', 'zoo']
  assert.deepEqual(ok(await own.api.get('/chat/tags')), alphabetical)
  const inbox = await signInOwner(server, own)
  assert.deepEqual(ok(await inbox.get('/api/chat/tags')), alphabetical)
})

test('spec 4.1.3, 4.3.2: the tag filter follows every change', async () => {
  const own = await makeStore(server)
  const { id } = await addConversation(own)
  const found = () => readAllIds(own.api, '/chat/conversations?tag=new')
  assert.deepEqual(await found(), [])
  await own.api.post(tagsOf(id), { tags: ['new'] })
  assert.deepEqual(await found(), [id])
  await own.api.delete(`${tagsOf(id)}/new`)
  assert.deepEqual(await found(), [])
})

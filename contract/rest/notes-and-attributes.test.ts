import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok, refused } from '#test/expect.ts'
import { addConversation, makeStore } from '#test/fixtures/factories.ts'
import { shareServer } from '#test/service/server.ts'

// Spec 4.3, notes and attributes; spec C6, C9.

const server = await shareServer()
const store = await makeStore(server)
const { api } = store

async function open() {
  const { id } = await addConversation(store)
  return { id, notes: `/chat/conversations/${id}/notes`, attributes: `/chat/conversations/${id}/attributes` }
}

test('spec 4.3.6, C6.2: notes are made, changed and removed for good; making one is not idempotent', async () => {
  const { notes } = await open()
  const note = ok(await api.post(notes, { text: ' Call back ' }), 201)
  assert.deepEqual([note.text, note.isUpdated, note.updatedAt], [' Call back ', false, note.createdAt])
  assert.notEqual(ok(await api.post(notes, { text: ' Call back ' }), 201).id, note.id)
  const changed = ok(await api.put(`${notes}/${note.id}`, { text: 'Called' }))
  assert.deepEqual({ ...changed, updatedAt: null }, { ...note, text: 'Called', isUpdated: true, updatedAt: null })
  assert.ok(changed.updatedAt >= note.updatedAt)
  const answer = await api.delete(`${notes}/${note.id}`)
  assert.equal(answer.status, 200)
  assert.deepEqual(answer.body, { data: { id: note.id } })
  refused(await api.delete(`${notes}/${note.id}`), 404, 'NOT_FOUND')
  refused(await api.put(`${notes}/${note.id}`, { text: 'x' }), 404, 'NOT_FOUND')
})

test('spec 8.10, C6.7: a note has 1 to 150 characters, counted as code points', async () => {
  const { notes } = await open()
  const { id, text } = ok(await api.post(notes, { text: '🎈'.repeat(150) }), 201)
  assert.equal(text, '🎈'.repeat(150))
  for (const wrong of ['🎈'.repeat(151), 'x'.repeat(151), '', '  ', null, 7, undefined]) {
    refused(await api.post(notes, { text: wrong }), 400, 'INVALID_PARAMS')
    refused(await api.put(`${notes}/${id}`, { text: wrong }), 400, 'INVALID_PARAMS')
  }
})

test('spec 4.3.6: a note is reached through its own conversation only', async () => {
  const [one, other] = [await open(), await open()]
  const { id } = ok(await api.post(one.notes, { text: 'x' }), 201)
  refused(await api.put(`${other.notes}/${id}`, { text: 'y' }), 404, 'NOT_FOUND')
  refused(await api.delete(`${other.notes}/${id}`), 404, 'NOT_FOUND')
  assert.equal(ok(await api.put(`${one.notes}/${id}`, { text: 'z' })).text, 'z')
})

test('spec 4.3.7: checklist notes are not messages', async () => {
  const { id, notes } = await open()
  ok(await api.post(notes, { text: 'x' }), 201)
  assert.deepEqual(ok(await api.get(`/chat/conversations/${id}/messages`)), [])
})

test('spec 4.3.8, C6.2, C9.12: attributes upsert by name: 201 when new, 200 when known', async () => {
  const { attributes } = await open()
  assert.deepEqual(ok(await api.get(attributes)), [])
  const made = ok(await api.post(attributes, { name: 'size', value: 'M' }), 201)
  const again = ok(await api.post(attributes, { name: 'size', value: 'L' }), 200)
  assert.deepEqual({ ...again, updatedAt: null }, { ...made, value: 'L', updatedAt: null })
  ok(await api.post(attributes, { name: 'Size', value: 'S' }), 201)
  const listed = ok(await api.get(attributes))
  assert.deepEqual(listed.map((a: { name: string; value: string }) => [a.name, a.value]).sort(), [
    ['Size', 'S'],
    ['size', 'L'],
  ])
})

test('spec 4.3.9, C9.14: PUT changes an attribute’s name, value or both, and needs one of them', async () => {
  const { attributes } = await open()
  const { id } = ok(await api.post(attributes, { name: 'a', value: '1' }), 201)
  const pair = async (body: object) => {
    const { name, value } = ok(await api.put(`${attributes}/${id}`, body))
    return [name, value]
  }
  assert.deepEqual(await pair({ name: 'b' }), ['b', '1'])
  assert.deepEqual(await pair({ value: '2' }), ['b', '2'])
  assert.deepEqual(await pair({ name: 'c', value: '' }), ['c', ''])
  assert.deepEqual(await pair({ name: 'c' }), ['c', ''])
  refused(await api.put(`${attributes}/${id}`, {}), 400, 'INVALID_PARAMS')
  refused(await api.put(`${attributes}/${id}`, { other: 1 }), 400, 'INVALID_PARAMS')
})

test('spec C9.14: a name that another attribute of the conversation has is refused', async () => {
  const { attributes } = await open()
  ok(await api.post(attributes, { name: 'taken', value: '1' }), 201)
  const { id } = ok(await api.post(attributes, { name: 'free', value: '2' }), 201)
  refused(await api.put(`${attributes}/${id}`, { name: 'taken' }), 400, 'INVALID_PARAMS')
  ok(await api.put(`${attributes}/${id}`, { name: 'Taken' }))
})

test('spec 8.12: a name has 1 to 255 characters, a value up to 1,000, and it may be empty', async () => {
  const { attributes } = await open()
  const longest = { name: '🎈'.repeat(255), value: '🎈'.repeat(1_000) }
  const { id, name, value } = ok(await api.post(attributes, longest), 201)
  assert.deepEqual({ name, value }, longest)
  ok(await api.post(attributes, { name: 'empty', value: '' }), 201)
  for (const wrong of [
    { name: '🎈'.repeat(256), value: 'x' },
    { name: 'x', value: '🎈'.repeat(1_001) },
    { name: '', value: 'x' },
    { name: ' ', value: 'x' },
    { name: 7, value: 'x' },
    { name: 'x', value: 7 },
    { name: 'x', value: null },
  ]) {
    refused(await api.post(attributes, wrong), 400, 'INVALID_PARAMS')
    refused(await api.put(`${attributes}/${id}`, wrong), 400, 'INVALID_PARAMS')
  }
  for (const half of [{ name: 'x' }, { value: 'x' }]) refused(await api.post(attributes, half), 400, 'INVALID_PARAMS')
})

test('spec 4.3.9, C6.2: an attribute is removed for good, through its own conversation only', async () => {
  const [one, other] = [await open(), await open()]
  const { id } = ok(await api.post(one.attributes, { name: 'a', value: '1' }), 201)
  refused(await api.delete(`${other.attributes}/${id}`), 404, 'NOT_FOUND')
  refused(await api.put(`${other.attributes}/${id}`, { value: '2' }), 404, 'NOT_FOUND')
  assert.deepEqual(ok(await api.delete(`${one.attributes}/${id}`)), { id })
  refused(await api.delete(`${one.attributes}/${id}`), 404, 'NOT_FOUND')
  assert.deepEqual(ok(await api.get(one.attributes)), [])
})

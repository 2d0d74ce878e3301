import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { ok, readAllIds, refused } from '#test/expect.ts'
import {
  addContact,
  addConversation,
  contact,
  conversation,
  importLines,
  type Line,
  makeStore,
  member,
  message,
  type Store,
} from '#test/fixtures/factories.ts'
import { shareServer } from '#test/service/server.ts'

// Spec C5: the lines of an import. What is derived from them is in import-derived.test.ts.

const server = await shareServer()
const store = await makeStore(server)
const { api } = store
const get = async (id: unknown, of: Store = store) => ok(await of.api.get(`/chat/conversations/${id}`))

/** Imports one line that must be refused; answers why. */
async function refusedLine(line: Line | string, into: Store = store): Promise<string> {
  const { imported, rejected } = await importLines(into, [line])
  assert.deepEqual(imported, {})
  assert.deepEqual(rejected.length, 1, JSON.stringify(line))
  assert.equal(rejected[0].line, 1)
  return rejected[0].message
}

async function importBytes(body: string | Uint8Array | ReadableStream) {
  const path = `/operator/stores/${store.shopId}/import`
  return ok(await store.operator.post(path, body, { 'content-type': 'application/x-ndjson' }))
}

test('spec C3.7, C5.2: each line stands or falls alone, and bad ones are told by number; blank lines count', async () => {
  const [first, last] = [contact(), contact()]
  const lines = ['', JSON.stringify(first), '   ', '{bad', '', '{"kind":"ghost","data":{}}', JSON.stringify(last), '']
  const { imported, rejected } = await importLines(store, lines)
  assert.deepEqual(imported, { contact: 2 })
  assert.deepEqual(
    rejected.map((r: { line: number }) => r.line),
    [4, 6],
  )
  for (const r of rejected) assert.deepEqual(Object.keys(r).sort(), ['line', 'message'])
  for (const { data } of [first, last]) ok(await api.get(`/chat/customers/${data.id}`))
})

test('spec C5.2: a line that is not an object with a known kind and data is rejected', async () => {
  for (const line of [
    'null',
    '7',
    '[]',
    '"contact"',
    '{}',
    '{"kind":"contact"}',
    '{"kind":"contact","data":null}',
    '{"kind":"contact","data":[]}',
    '{"kind":"Contact","data":{}}',
    '{"kind":"__proto__","data":{}}',
    '{"kind":7,"data":{}}',
    '{"kind":"contact","data":{}} trailing',
  ]) {
    await refusedLine(line)
  }
})

test('spec C5.1: Windows line ends, a missing last newline and a byte order of any chunks are fine', async () => {
  const lines = [contact({ name: 'Zoë 🎈' }), contact(), contact()]
  const body = Buffer.from(lines.map((line) => JSON.stringify(line)).join('\r\n'))
  let sent = 0
  const stream = new ReadableStream({
    pull(controller) {
      if (sent >= body.length) return controller.close()
      controller.enqueue(body.subarray(sent, sent + 7))
      sent += 7
    },
  })
  assert.deepEqual(await importBytes(stream), { imported: { contact: 3 }, rejected: [] })
  assert.equal(ok(await api.get(`/chat/customers/${lines[0]?.data.id}`)).name, 'Zoë 🎈')
})

test('spec C5.1: an empty body imports nothing', async () => {
  assert.deepEqual(await importBytes(''), { imported: {}, rejected: [] })
  assert.deepEqual(await importBytes('\n\n \n'), { imported: {}, rejected: [] })
})

test('spec C5.1, C9.11: lines of another content type are 400 and store nothing; case and parameters do not matter', async () => {
  const own = await makeStore(server)
  const path = `/operator/stores/${own.shopId}/import`
  const line = JSON.stringify(contact())
  const types = [
    'text/plain',
    'application/json',
    'application/x-www-form-urlencoded',
    'application/x-ndjson2',
    'x',
    '',
  ]
  for (const type of [...types, 'application/json; x=application/x-ndjson']) {
    const answer = await own.operator.post(path, line, { 'content-type': type })
    assert.match(refused(answer, 400, 'INVALID_PARAMS'), /Content-Type: application\/x-ndjson/, type)
    refused(await own.operator.post('/operator/stores/x/import', line, { 'content-type': type }), 404, 'NOT_FOUND')
    assert.deepEqual(ok(await own.operator.post(path, '', { 'content-type': type })), { imported: {}, rejected: [] })
  }
  const bytes = { method: 'POST', headers: own.operator.headers, body: Buffer.from(line) }
  assert.equal((await fetch(server.baseUrl + path, bytes)).status, 400) // without a content type
  assert.equal((await own.api.get(`/chat/customers/${JSON.parse(line).data.id}`)).status, 404)
  for (const type of ['application/x-ndjson;charset=utf-8', 'APPLICATION/X-NDJSON', 'application/x-ndjson ; a="b"']) {
    const answer = await own.operator.post(path, line, { 'content-type': type })
    assert.deepEqual(ok(answer), { imported: { contact: 1 }, rejected: [] }, type)
  }
})

test('spec C5.1: a line up to 8 MiB is taken, a longer one refused, and the lines after it are read', async () => {
  const fits = conversation({ messages: [message({ text: 'x'.repeat(5_000), topic: 't'.repeat(7 * 1024 * 1024) })] })
  const tooLong = contact({ note: 'x'.repeat(8 * 1024 * 1024) })
  const { imported, rejected } = await importLines(store, [fits, tooLong, contact()])
  assert.deepEqual(imported, { conversation: 1, contact: 1 })
  assert.deepEqual(
    rejected.map((r: { line: number }) => r.line),
    [2],
  )
})

test('spec C5.2: text that cannot be stored is refused by line: NUL, lone surrogates, invalid UTF-8', async () => {
  for (const name of ['a\u0000b', '\ud800', '\udfff x']) await refusedLine(contact({ name }))
  await refusedLine(conversation({ messages: [message({ files: [{ deep: { 'key\u0000': 1 } }] })] }))
  const good = JSON.stringify(contact())
  const body = Buffer.concat([
    Buffer.from('{"kind":"contact","data":{"id":"u","name":"'),
    Buffer.from([0xff, 0xfe]),
    Buffer.from(`"}}\n${good}`),
  ])
  const { imported, rejected } = await importBytes(body)
  assert.deepEqual(imported, { contact: 1 })
  assert.deepEqual(
    rejected.map((r: { line: number }) => r.line),
    [1],
  )
})

test('spec C5.2, C5.10: what is required is required', async () => {
  await refusedLine(member({ email: undefined }))
  await refusedLine(conversation({ channel: undefined }))
  await refusedLine(conversation({ messages: [message({ createdAt: undefined })] }))
  await refusedLine(conversation({ messages: [message({ text: undefined })] }))
  await refusedLine(conversation({ messages: [message({ text: ' ' })] }))
  const onlyFiles = conversation({ messages: [message({ id: 1, text: undefined, files: [{ url: 'x' }] })] })
  assert.deepEqual((await importLines(store, [onlyFiles])).rejected, [])
  const [file] = ok(await api.get(`/chat/conversations/${onlyFiles.data.id}/messages`))
  assert.deepEqual([file.text, file.files], ['', [{ url: 'x' }]])
})

test('spec C5.10, C9.13: a blank tag is dropped, of a conversation and of a contact; one over 100 characters is refused', async () => {
  const own = await makeStore(server)
  const blank = ['', ' ', '\t\n', '\u00a0\u3000']
  const { id, tags } = await addConversation(own, { tags: [...blank, 'vip', ' b2b ', 'vip'] })
  assert.deepEqual(tags, ['vip', ' b2b '])
  assert.deepEqual((await addConversation(own, { tags: blank })).tags, [])
  assert.deepEqual(ok(await own.api.get('/chat/tags')), [' b2b ', 'vip'])
  assert.deepEqual(await readAllIds(own.api, '/chat/conversations?tag=vip'), [id])
  assert.deepEqual((await addContact(own, { tags: [...blank, 'vip', ' b2b '] })).tags, ['vip', ' b2b '])
  assert.deepEqual((await addContact(own, { tags: blank })).tags, [])
  assert.match(await refusedLine(conversation({ tags: ['x'.repeat(101)] }), own), /101 characters/)
})

test('spec C5.2, C5.5: wrong values are refused, unknown keys and shopId ignored', async () => {
  for (const line of [
    contact({ type: 'robot' }),
    contact({ name: 7 }),
    contact({ channels: ['fax'] }),
    contact({ ordersCount: 1.5 }),
    contact({ customAttributes: { size: 7 } }),
    contact({ createdAt: 'yesterday' }),
    contact({ createdAt: '2026-13-01T00:00:00Z' }),
    member({ role: 'owner' }),
    member({ email: 'no address' }),
    conversation({ channel: 'fax' }),
    conversation({ status: 'closed' }),
    conversation({ datastore: 'mysql' }),
    conversation({ isRead: 'true' }),
    conversation({ hidePreChatMessage: 'by-nobody' }),
    conversation({ messages: {} }),
    conversation({ messages: [message({ createdAt: 'soon' })] }),
    conversation({ messages: [message({ senderType: 'robot' })] }),
    conversation({ tags: [7] }),
    conversation({ pgConvoId: 'seven' }),
    conversation({ notes: [{ text: 'x'.repeat(151) }] }),
    conversation({
      attributes: [
        { name: 'a', value: 'b' },
        { name: 'a', value: 'c' },
      ],
    }),
  ]) {
    await refusedLine(line)
  }
  const stranger = contact({ shopId: 'shop_other', unknown: { deep: true } })
  assert.deepEqual((await importLines(store, [stranger])).rejected, [])
  assert.equal('unknown' in ok(await api.get(`/chat/customers/${stranger.data.id}`)), false)
})

test('spec C5.6: ids are strings of 1 to 128 characters', async () => {
  for (const id of ['', 'x'.repeat(129), 7, null, {}]) {
    await refusedLine(contact({ id }))
    await refusedLine(conversation({ id }))
  }
  const longest = conversation({ id: '🎈'.repeat(128) })
  assert.deepEqual((await importLines(store, [longest])).rejected, [])
  assert.equal((await get(encodeURIComponent(String(longest.data.id)))).id, longest.data.id)
})

test('spec C5.6: a missing id is made', async () => {
  const own = await makeStore(server)
  const messages = [message({ id: undefined })]
  const lines = [contact({ id: undefined }), member({ id: undefined }), conversation({ id: undefined, messages })]
  assert.deepEqual(await importLines(own, lines), {
    imported: { contact: 1, member: 1, conversation: 1 },
    rejected: [],
  })
  const [id = ''] = await readAllIds(own.api, '/chat/conversations')
  assert.match(id, /^[0-9a-f-]{36}$/)
  assert.match(ok(await own.api.get(`/chat/conversations/${id}/messages`))[0].id, /^[0-9a-f-]{36}$/)
})

test('spec C5.6: a number-only message id may come as number or string, and is a string unique in its conversation', async () => {
  const { id } = await addConversation(store, { messages: [message({ id: 1 }), message({ id: '2' })] })
  assert.deepEqual(await readAllIds(api, `/chat/conversations/${id}/messages`), ['1', '2'])
  await refusedLine(conversation({ messages: [message({ id: 1 }), message({ id: '1' })] }))
})

test('spec C5.6: what is taken is refused: an email, a firestoreId, a pgConvoId, another conversation’s message UUID', async () => {
  const uuid = randomUUID()
  const own = await makeStore(server)
  await importLines(own, [
    member({ email: 'Ada@example.com' }),
    conversation({ firestoreId: 'f1', pgConvoId: '501', messages: [message({ id: uuid })] }),
  ])
  await refusedLine(member({ email: 'aDA@EXAMPLE.com' }), own)
  await refusedLine(conversation({ firestoreId: 'f1' }), own)
  await refusedLine(conversation({ pgConvoId: 501 }), own)
  await refusedLine(conversation({ messages: [message({ id: uuid })] }), own)
})

test('spec C5.6: a made pgConvoId never meets one that was brought along', async () => {
  const own = await makeStore(server)
  const numbers = ['3', '4', '1000']
  await importLines(
    own,
    numbers.map((pgConvoId) => conversation({ pgConvoId })),
  )
  const { rejected } = await importLines(
    own,
    Array.from({ length: 8 }, () => conversation()),
  )
  assert.deepEqual(rejected, [])
  const { body } = await own.api.get('/chat/conversations?limit=100')
  assert.equal(new Set(body.data.map((c: { pgConvoId: string }) => c.pgConvoId)).size, 11)
})

test('spec C5.7: an unknown memberId of a conversation is refused, one of another store too; messages may name who left', async () => {
  const own = await makeStore(server)
  const { owner } = await makeStore(server)
  for (const memberId of ['nobody', owner.memberId]) {
    assert.match(await refusedLine(conversation({ memberId }), own), /^memberId /)
  }
  const messages = [message({ memberId: 'left' })]
  const kept = await addConversation(own, { memberId: own.owner.memberId, messages })
  assert.equal(kept.memberId, own.owner.memberId)
})

test('spec C5.3: whether a customer is connected is for the service to know', async () => {
  assert.equal((await addConversation(store, { isOnline: true })).isOnline, false)
})

test('spec C5.7: an unknown customerUuid is refused, one of another store too', async () => {
  const foreign = contact()
  await importLines(await makeStore(server), [foreign])
  for (const customerUuid of ['nobody', foreign.data.id]) await refusedLine(conversation({ customerUuid }))
})

test('spec C5.3: a line whose id exists replaces that record whole, with all that hung on it', async () => {
  const before = await addConversation(store, {
    status: 'resolved',
    tags: ['old'],
    messages: [message({ id: 1 }), message({ id: 2 })],
    notes: [{ id: 'note-1', text: 'old' }],
    attributes: [{ id: 'attribute-1', name: 'old', value: 'old' }],
    summary: { text: 'old' },
  })
  const path = `/chat/conversations/${before.id}`
  await importLines(store, [conversation({ id: before.id, channel: 'email', messages: [message({ id: 3 })] })])
  const after = await get(before.id)
  assert.deepEqual(
    [after.status, after.tags, after.channels, after.customerUuid, after.messageCount, after.pgConvoId],
    ['open', [], ['email'], null, 1, before.pgConvoId],
  )
  assert.deepEqual(await readAllIds(api, `${path}/messages`), ['3'])
  assert.deepEqual(ok(await api.get(`${path}/attributes`)), [])
  assert.equal((await api.get(`${path}/summary`)).status, 404)
  assert.equal((await api.put(`${path}/notes/note-1`, { text: 'x' })).status, 404)
  assert.deepEqual(await readAllIds(api, '/chat/conversations?tag=old'), [])
  const person = contact({ note: 'old', tags: ['old'] })
  await importLines(store, [person, contact({ id: person.data.id })])
  const { note, tags } = ok(await api.get(`/chat/customers/${person.data.id}`))
  assert.deepEqual([note, tags], [null, null])
})

test('spec C5.3: of lines with one id the last one stands, however close they follow each other', async () => {
  const store = await makeStore(server)
  const named = (id: string, name: string) => contact({ id, name })
  const lines = [named('twice', 'Ann'), named('once', 'Bob'), named('twice', 'Cleo'), named('twice', 'Dora')]
  const { imported, rejected } = await importLines(store, lines)
  assert.deepEqual([imported, rejected], [{ contact: 4 }, []])
  const names = await Promise.all(
    ['twice', 'once'].map(async (id) => ok(await store.api.get(`/chat/customers/${id}`)).name),
  )
  assert.deepEqual(names, ['Dora', 'Bob'])
})

test('spec C5.2: a refused replacement leaves the record as it was', async () => {
  const before = await addConversation(store, { tags: ['kept'], messages: [message({ id: 1 })] })
  await refusedLine(conversation({ id: before.id, customerUuid: 'nobody' }))
  assert.deepEqual(await get(before.id), before)
  assert.deepEqual(await readAllIds(api, `/chat/conversations/${before.id}/messages`), ['1'])
})

test('spec C5.2: a big import with refused lines in between stores all the others', async () => {
  const own = await makeStore(server)
  const lines = Array.from({ length: 1_500 }, (_, i) => (i % 100 === 50 ? contact({ type: 'robot' }) : contact()))
  const { imported, rejected } = await importLines(own, lines)
  assert.deepEqual([imported.contact, rejected.length, rejected[0].line, rejected[14].line], [1_485, 15, 51, 1_451])
})

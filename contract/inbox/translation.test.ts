import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { startProvider } from '#test/doubles/provider.ts'
import { startDeepL, startLibreTranslate, type TranslationDouble } from '#test/doubles/translation.ts'
import { ok, refused } from '#test/expect.ts'
import { readEvents } from '#test/fixtures/events.ts'
import { addConversation, message } from '#test/fixtures/factories.ts'
import { signInMember } from '#test/fixtures/inbox.ts'
import { makeStoreWithEvents } from '#test/fixtures/webhooks.ts'
import { shareServer, startServer } from '#test/service/server.ts'

// Spec C13.15, C13.16: translation of messages and replies, against DeepL and LibreTranslate of our own, and by the model.

const [deepL, libre, old, provider] = await Promise.all([
  startDeepL(),
  startLibreTranslate(),
  startLibreTranslate({ isOld: true }),
  startProvider(),
])
const server = await startServer({ env: deepL.env })

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
type Any = any
const path = (id: string, rest = '') => `/api/chat/conversations/${id}${rest}`

async function makeDesk(
  on: Parameters<typeof makeStoreWithEvents>[0] = server,
  texts = ['Bonjour, où est ma commande ?', '42'],
) {
  const store = await makeStoreWithEvents(on)
  const { inbox, member } = await signInMember(on, store, { firstName: 'Lin', lastName: 'Chu' })
  const conversation = await addConversation(store, { messages: texts.map((text) => message({ text })) })
  const { id, customerUuid } = conversation
  const messages: Any[] = ok(await inbox.get(path(id, '/messages')))
  const messageIds = messages.map((one) => one.id).reverse()
  const translate = (language = 'de', ids = messageIds) =>
    inbox.post(path(id, '/translations'), { messageIds: ids, language })
  return { store, inbox, member, id, customerUuid, messageIds, translate }
}
const asked = (double: TranslationDouble) => double.requests.filter((one) => one.path.includes('translate')).length

test('spec C13.15: a message is translated into the member’s language, once, and again after an edit', async () => {
  const { inbox, id, messageIds, translate } = await makeDesk()
  const before = asked(deepL)
  const [first, number] = messageIds
  const wanted = [
    { messageId: first, text: '[de] Bonjour, où est ma commande ?', from: 'fr' },
    { messageId: number, text: null, from: null },
  ]
  assert.deepEqual(ok(await translate()), wanted)
  assert.deepEqual(ok(await translate()), wanted)
  assert.equal(asked(deepL), before + 1)
  const { body } = deepL.requests.at(-1) as Any
  assert.deepEqual(body, { text: ['Bonjour, où est ma commande ?'], target_lang: 'DE' })
  assert.deepEqual(ok(await translate('fr'))[0], { messageId: first, text: null, from: 'fr' })
  const answer = ok(await inbox.post(path(id, '/messages'), { text: 'It is on its way.' }), 201)
  assert.equal(ok(await translate('de', [answer.id]))[0].text, '[de] It is on its way.')
  ok(await inbox.patch(path(id, `/messages/${answer.id}`), { text: 'It has arrived.' }))
  assert.equal(ok(await translate('de', [answer.id]))[0].text, '[de] It has arrived.')
})

test('spec C13.15: notes, deleted messages and those of other conversations are not translated', async () => {
  const { inbox, id, translate, messageIds } = await makeDesk()
  const other = await makeDesk()
  const note = ok(await inbox.post(path(id, '/messages'), { text: 'Look at this', isNote: true }), 201)
  ok(await inbox.delete(path(id, `/messages/${messageIds[0]}`)))
  assert.deepEqual(ok(await translate('de', [note.id, messageIds[0], other.messageIds[0], randomUUID()])), [])
  refused(await other.inbox.post(path(id, '/translations'), { messageIds, language: 'de' }), 404, 'NOT_FOUND')
  refused(await translate('German'), 400, 'INVALID_PARAMS')
})

test('spec C13.16: a draft is translated into the customer’s language; what was written is for members alone', async () => {
  const { store, inbox, id } = await makeDesk()
  const draft = { text: 'Ihre Bestellung kommt morgen.', language: 'de' }
  const { text, to } = ok(await inbox.post(path(id, '/translations/reply'), draft))
  assert.deepEqual([text, to], ['[fr] Ihre Bestellung kommt morgen.', 'fr'])
  assert.deepEqual(ok(await inbox.get(path(id, '/translation'))), { always: false, customerLanguage: 'fr' })
  const sent = ok(await inbox.post(path(id, '/messages'), { text, original: draft }), 201)
  assert.deepEqual([sent.text, sent.original], [text, draft])
  const [listed]: Any[] = ok(await inbox.get(path(id, '/messages')))
  assert.deepEqual(listed.original, draft)
  // Neither REST nor events know of it.
  const record = ok(await store.api.get(`/chat/conversations/${id}/messages/${sent.id}`))
  const events = await readEvents(server, store.shopId)
  for (const seen of [record, events]) {
    assert.ok(!JSON.stringify(seen).replaceAll(text, '').includes(draft.text))
    assert.ok(!('original' in (Array.isArray(seen) ? {} : seen)))
  }
  assert.equal(record.text, text)
  const edited = ok(await inbox.patch(path(id, `/messages/${sent.id}`), { text: 'Demain.' }))
  assert.equal(edited.original, null)
  const note = { text: 'Only for us', isNote: true, original: draft }
  refused(await inbox.post(path(id, '/messages'), note), 400, 'INVALID_PARAMS')
  assert.equal(
    ok(await inbox.post(path(id, '/translations/reply'), { text: 'Bonjour', language: 'fr' })).text,
    'Bonjour',
  )
})

test('spec C13.16: a scheduled reply keeps what was written, until its text changes', async () => {
  const { inbox, id } = await makeDesk()
  const original = { text: 'Bis morgen', language: 'de' }
  const sendAt = new Date(Date.now() + 3_600_000).toISOString()
  const plan = async () => ok(await inbox.post(path(id, '/scheduled'), { text: 'À demain', original, sendAt }), 201).id
  const [kept, changed] = [await plan(), await plan()]
  ok(await inbox.patch(path(id, `/scheduled/${changed}`), { text: 'Demain' }))
  for (const [scheduled, wanted] of [
    [kept, original],
    [changed, null],
  ] as const) {
    assert.deepEqual(ok(await inbox.post(path(id, `/scheduled/${scheduled}/send`))).original, wanted)
  }
})

test('spec C13.16: whose language nobody knows gets no translation', async () => {
  const { inbox, store } = await makeDesk()
  const { id } = await addConversation(store, { messages: [] })
  const words = refused(
    await inbox.post(path(id, '/translations/reply'), { text: 'Hallo', language: 'de' }),
    400,
    'INVALID_PARAMS',
  )
  assert.match(words, /has not written yet/)
})

test('spec C13.15: "translate always" is remembered for a member and a conversation', async () => {
  const { store, inbox, id } = await makeDesk()
  const { inbox: colleague } = await signInMember(server, store)
  assert.equal(ok(await inbox.put(path(id, '/translation'), { always: true })).always, true)
  assert.equal(ok(await inbox.get(path(id, '/translation'))).always, true)
  assert.equal(ok(await colleague.get(path(id, '/translation'))).always, false)
  assert.equal(ok(await inbox.put(path(id, '/translation'), { always: false })).always, false)
})

test('spec C13.15: a redacted contact has no translations left, and gets no more', async () => {
  const { store, inbox, id, customerUuid, translate } = await makeDesk()
  ok(await translate())
  const original = { text: 'Guten Tag, Ana', language: 'de' }
  ok(await inbox.post(path(id, '/messages'), { text: 'Bonjour, Ana', original }), 201)
  ok(await inbox.put(path(id, '/translation'), { always: true }))
  ok(await store.operator.post(`/operator/stores/${store.shopId}/privacy/redact`, { customerUuid }))
  assert.deepEqual(ok(await translate()), [])
  assert.equal(ok(await inbox.get(path(id, '/translation'))).always, false)
  assert.ok(ok(await inbox.get(path(id, '/messages'))).every((one: Any) => one.original === null))
  refused(await inbox.put(path(id, '/translation'), { always: true }), 400, 'INVALID_PARAMS')
})

test('spec C13.15: what the service refuses is said in words, and nothing is stored', async () => {
  const { translate } = await makeDesk()
  for (const [refusal, words] of [
    [{ status: 456, body: { message: 'Quota exceeded' } }, /monthly limit at DeepL is used up/],
    [{ status: 403, body: {} }, /check TRANSLATE_API_KEY/],
    [{ status: 429, body: {} }, /try again in a minute/],
    [{ status: 400, body: { message: 'Value for target_lang not supported' } }, /target_lang not supported/],
    [{ status: 200, body: { translations: [] } }, /another number of texts/],
    [{ status: 200, body: {} }, /another number of texts/],
  ] as const) {
    deepL.refuse(refusal)
    assert.match(refused(await translate(), 503, 'UNAVAILABLE'), words)
  }
  deepL.refuse(undefined)
  assert.equal(ok(await translate())[0].from, 'fr')
})

test('spec C13.15: long texts leave in requests below 128 KiB and fifty texts', async () => {
  const texts = Array.from({ length: 40 }, (_, i) => `${i} ${'é“\n'.repeat(1_600)}`)
  const { translate } = await makeDesk(server, texts)
  const before = deepL.requests.length
  const found: Any[] = ok(await translate())
  assert.deepEqual(
    found.map(({ text }) => text),
    texts.map((text) => `[de] ${text}`),
  )
  const sent = deepL.requests.slice(before)
  assert.ok(sent.length > 4 && sent.every(({ bytes }) => bytes < 128 * 1024), `${sent.length}`)
})

test('spec C13.15: a store has a limit a minute', async () => {
  const { inbox, id } = await makeDesk()
  const ask = () => inbox.post(path(id, '/translations/reply'), { text: 'Hallo', language: 'de' })
  const answers = await Promise.all(Array.from({ length: 130 }, ask))
  assert.ok(answers.some(({ status }) => status === 429))
})

for (const [name, double] of [
  ['LibreTranslate', libre],
  ['an older LibreTranslate, which names no languages', old],
] as const) {
  test(`spec C13.15: ${name} is recognised by what it answers`, async () => {
    const on = await startServer({ env: double.env })
    const { inbox, id, translate } = await makeDesk(on)
    assert.deepEqual(ok(await translate())[0].text, '[de] Bonjour, où est ma commande ?')
    assert.equal(ok(await translate())[0].from, 'fr')
    const reply = ok(await inbox.post(path(id, '/translations/reply'), { text: 'Danke', language: 'de' }))
    assert.deepEqual(reply, { text: '[fr] Danke', to: 'fr' })
    double.refuse({ status: 500, body: { error: 'no model for this' } })
    assert.match(refused(await translate('es'), 503, 'UNAVAILABLE'), /no model for this/)
    double.refuse(undefined)
  })
}

test('spec C13.15: without a service the model translates; an answer in another form is refused', async () => {
  const on = await startServer({ env: provider.env })
  const { inbox, translate } = await makeDesk(on)
  assert.equal(ok(await inbox.get('/api/chat/me')).store.canTranslate, true)
  provider.behave(() => 'Here you are: nothing.')
  refused(await translate(), 503, 'UNAVAILABLE')
  provider.behave(({ messages }) => {
    const { texts, to } = JSON.parse(String(messages.at(-1)?.content))
    return `\`\`\`json\n${JSON.stringify({
      translations: texts.map((text: string) => ({ from: 'FR', text: `[${to}] ${text}` })),
    })}\n\`\`\``
  })
  assert.deepEqual(ok(await translate())[0].text, '[de] Bonjour, où est ma commande ?')
  assert.deepEqual(ok(await translate())[0].from, 'fr')
})

test('spec C13.15: without a service and without a model translation is not offered', async () => {
  const on = await shareServer()
  const { inbox, translate } = await makeDesk(on)
  assert.equal(ok(await inbox.get('/api/chat/me')).store.canTranslate, false)
  assert.match(refused(await translate(), 400, 'INVALID_PARAMS'), /TRANSLATE_URL/)
})

test('spec C13.15: an address that is not public needs CHANNEL_ALLOW_CIDRS', async () => {
  const on = await startServer({ env: { TRANSLATE_URL: libre.url } })
  const { translate } = await makeDesk(on)
  assert.match(refused(await translate(), 503, 'UNAVAILABLE'), /127\.0\.0\.1 is not a public address/)
})

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { startGraph, webhooks } from '#test/doubles/graph.ts'
import { ok, refused } from '#test/expect.ts'
import { readEvents } from '#test/fixtures/events.ts'
import { addConversation } from '#test/fixtures/factories.ts'
import { signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { makeStoreWithEvents } from '#test/fixtures/webhooks.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Spec C13.9, C13.10: message templates of WhatsApp, against a Graph API of our own.

const graph = await startGraph()
const server = await startServer({ env: graph.env })

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
type Any = any
const DAY_MS = 24 * 60 * 60 * 1000
const newNumber = () => String(Math.floor(Math.random() * 1e13) + 1e12)

const orderBack = {
  id: '1',
  name: 'order_back',
  language: 'de',
  status: 'APPROVED',
  category: 'UTILITY',
  components: [
    { type: 'HEADER', format: 'TEXT', text: 'Hallo {{1}}', example: { header_text: ['Anna'] } },
    {
      type: 'BODY',
      text: '{{2}}, deine Bestellung {{1}} ist da.',
      example: { body_text: [['#1001', 'Anna']] },
    },
    { type: 'FOOTER', text: 'Dein Acme-Team' },
    {
      type: 'BUTTONS',
      buttons: [
        { type: 'QUICK_REPLY', text: 'Danke' },
        { type: 'URL', text: 'Ansehen', url: 'https://acme.example/o/{{1}}', example: ['https://acme.example/o/X1'] },
      ],
    },
  ],
}
const named = {
  name: 'restock',
  language: 'en_US',
  status: 'APPROVED',
  category: 'MARKETING',
  components: [
    {
      type: 'BODY',
      text: 'Hi {{first_name}}, {{product}} is back.',
      example: { body_text_named_params: [{ param_name: 'first_name', example: 'Anna' }] },
    },
  ],
}
const paused = { ...named, name: 'sale', status: 'PAUSED' }
const picture = {
  ...named,
  name: 'picture',
  components: [
    { type: 'HEADER', format: 'IMAGE' },
    { type: 'BODY', text: 'Look' },
  ],
}

interface Desk {
  store: Any
  account: Any
  inbox: Any
  member: Any
  businessId: string
}

async function makeDesk({
  templates = [orderBack, named, paused, picture] as object[],
  settings = {},
} = {}): Promise<Desk> {
  const store = await makeStoreWithEvents(server, { settings })
  const [externalId, businessId] = [newNumber(), newNumber()]
  graph.templates.set(businessId, templates)
  const body = { channel: 'phone_messenger', externalId, businessId, accessToken: `${externalId}:token`, name: 'Acme' }
  const account = ok(await store.operator.post(`/operator/stores/${store.shopId}/channels`, body), 201)
  const { inbox, member } = await signInMember(server, store, { firstName: 'Lin', lastName: 'Chu' })
  return { store, account, inbox, member, businessId }
}

/** A customer wrote `agoMs` ago. */
async function begin({ store, account }: Desk, agoMs = 2 * DAY_MS): Promise<{ id: string; sender: string }> {
  const sender = newNumber()
  const said = webhooks.whatsAppText(sender, 'Hello', { at: Date.now() - agoMs, name: 'Anna' })
  assert.equal(await graph.deliver(server.baseUrl, webhooks.whatsApp(account.externalId, said)), 200)
  const { id } = await until('the conversation', async () => {
    const all: Any[] = ok(await store.api.get('/chat/conversations'))
    return all.find(({ customerName }) => customerName === 'Anna')
  })
  return { id, sender }
}

const path = (id: string, rest = '') => `/api/chat/conversations/${id}${rest}`
const refresh = async ({ inbox }: Desk, id: string): Promise<Any> =>
  ok(await inbox.post(path(id, '/templates/refresh'), {}))
const sentTo = (recipient: string) => graph.sends.filter((send) => send.recipient === recipient)
const filled = { name: 'order_back', language: 'de', parameters: ['Anna', '#1001', 'Anna', 'X1'] }

test('spec C13.9: the templates of an account are listed page by page, kept, searched and refreshed', async () => {
  const desk = await makeDesk()
  const { id } = await begin(desk)
  const before = ok(await desk.inbox.get(path(id, '/templates')))
  assert.deepEqual([before.businessId, before.refreshedAt, before.templates], [desk.businessId, null, []])
  const listed = await refresh(desk, id)
  assert.deepEqual(
    listed.templates.map(({ name, status, category }: Any) => [name, status, category]),
    [
      ['order_back', 'APPROVED', 'UTILITY'],
      ['picture', 'APPROVED', 'MARKETING'],
      ['restock', 'APPROVED', 'MARKETING'],
      ['sale', 'PAUSED', 'MARKETING'],
    ],
  )
  assert.ok(Date.parse(listed.refreshedAt) > 0)
  const { slots, buttons, obstacle } = listed.templates[0].content
  assert.deepEqual(
    slots.map(({ part, key, button, example }: Any) => [part, key, button, example]),
    [
      ['header', '1', null, 'Anna'],
      ['body', '1', null, '#1001'],
      ['body', '2', null, 'Anna'],
      ['button', '1', 1, 'https://acme.example/o/X1'],
    ],
  )
  assert.deepEqual([buttons.length, obstacle, listed.templates[1].content.obstacle], [2, null, 'media'])
  const find = async (q: string) =>
    ok(await desk.inbox.get(`${path(id, '/templates')}?q=${encodeURIComponent(q)}`)).templates.map(
      ({ name }: Any) => name,
    )
  assert.deepEqual(await find('BESTELLUNG'), ['order_back'])
  assert.deepEqual(await find('rest'), ['restock'])
  assert.deepEqual(await find('%'), [])
  graph.templates.set(desk.businessId, [named])
  assert.deepEqual(
    (await refresh(desk, id)).templates.map(({ name }: Any) => name),
    ['restock'],
  )
})

test('spec C13.9: Meta’s news of a template refreshes the list, of every number of the business account', async () => {
  const desk = await makeDesk()
  const { id } = await begin(desk)
  await refresh(desk, id)
  graph.templates.set(desk.businessId, [{ ...orderBack, status: 'PAUSED' }])
  const value = {
    event: 'PAUSED',
    message_template_id: 1,
    message_template_name: 'order_back',
    message_template_language: 'de',
  }
  assert.equal(await graph.deliver(server.baseUrl, webhooks.template(desk.businessId, value)), 200)
  const found = await until('the new state', async () => {
    const { templates } = ok(await desk.inbox.get(path(id, '/templates')))
    return templates.length === 1 && templates[0]
  })
  assert.equal(found.status, 'PAUSED')
  // News of an account that is not connected here is accepted and changes nothing.
  assert.equal(await graph.deliver(server.baseUrl, webhooks.template('12345', value)), 200)
})

test('spec C13.9: a list that Meta refuses says why and leaves the templates as they are', async () => {
  const desk = await makeDesk()
  const { id } = await begin(desk)
  await refresh(desk, id)
  const expected: [number, RegExp][] = [
    [80008, /asks for a pause/],
    [200, /whatsapp_business_management/],
    [100, /does not know this WhatsApp Business Account/],
    [190, /connect the account again/],
  ]
  for (const [code, words] of expected) {
    graph.templates.set(desk.businessId, { status: 400, code })
    assert.match(refused(await desk.inbox.post(path(id, '/templates/refresh'), {}), 409, 'CHANNEL_UNAVAILABLE'), words)
  }
  assert.equal(ok(await desk.inbox.get(path(id, '/templates'))).templates.length, 4)
  ok(await desk.inbox.post(path(id, '/messages'), { text: 'Note', isNote: true }), 201)
})

test('spec C13.9: without the business account’s ID templates are unknown, in words; the ID is checked', async () => {
  const desk = await makeDesk()
  const { store, inbox } = desk
  const externalId = newNumber()
  const bare = { channel: 'phone_messenger', externalId, accessToken: `${externalId}:token` }
  const connect = (body: object) => store.operator.post(`/operator/stores/${store.shopId}/channels`, body)
  const account = ok(await connect(bare), 201)
  assert.equal('businessId' in account, false)
  const { id } = await begin({ ...desk, account })
  assert.equal(ok(await inbox.get(path(id, '/templates'))).businessId, null)
  const message = refused(await inbox.post(path(id, '/templates/refresh'), {}), 409, 'CHANNEL_UNAVAILABLE')
  assert.match(message, /without the ID of its WhatsApp Business Account/)
  refused(await connect({ ...bare, businessId: 'acme' }), 400, 'INVALID_PARAMS')
  refused(await connect({ ...bare, channel: 'photo_social', businessId: '1' }), 400, 'INVALID_PARAMS')
  const admin = await signInOwner(server, store)
  const wrong = await admin.post('/api/chat/channels', { ...bare, businessId: '999' })
  assert.match(refused(wrong, 400, 'INVALID_PARAMS'), /businessId: Meta does not know/)
  const right = ok(await admin.post('/api/chat/channels', { ...bare, businessId: desk.businessId }), 201)
  assert.deepEqual([right.id, right.businessId], [account.id, desk.businessId])
  // A new token alone keeps it.
  assert.equal(ok(await admin.post('/api/chat/channels', bare), 201).businessId, desk.businessId)
})

test('spec C13.10: a template leaves although the window has closed, as a member’s message with the filled text', async () => {
  const desk = await makeDesk({ settings: { ai: { enabled: true, channels: ['phone_messenger'] }, autoAssign: true } })
  const { store, inbox, member } = desk
  const { id, sender } = await begin(desk)
  refused(
    await store.api.post(`/chat/conversations/${id}/messages`, { text: 'Hi', memberId: member.id }),
    409,
    'CHANNEL_UNAVAILABLE',
  )
  await refresh(desk, id)
  const clientId = randomUUID()
  const sent = ok(await inbox.post(path(id, '/template'), { ...filled, clientId }), 201)
  const text = 'Hallo Anna\n\nAnna, deine Bestellung #1001 ist da.\n\nDein Acme-Team'
  assert.deepEqual([sent.text, sent.senderName, sent.clientId], [text, 'Lin Chu', clientId])
  assert.equal(ok(await inbox.post(path(id, '/template'), { ...filled, clientId }), 201).id, sent.id)
  const [left] = await until(
    'the template',
    () => sentTo(sender).some(({ template }) => template) && sentTo(sender).filter(({ template }) => template),
  )
  assert.deepEqual(left?.template, {
    name: 'order_back',
    language: { code: 'de' },
    components: [
      { type: 'header', parameters: [{ type: 'text', text: 'Anna' }] },
      {
        type: 'body',
        parameters: [
          { type: 'text', text: '#1001' },
          { type: 'text', text: 'Anna' },
        ],
      },
      { type: 'button', sub_type: 'url', index: '1', parameters: [{ type: 'text', text: 'X1' }] },
    ],
  })
  const conversation = ok(await store.api.get(`/chat/conversations/${id}`))
  assert.deepEqual(
    [conversation.memberId, conversation.isChatBot, conversation.lastMessage.text],
    [member.id, false, text],
  )
  const all: Any[] = ok(await store.api.get(`/chat/conversations/${id}/messages`))
  const [said, ...more] = all.filter((message) => message.text === text)
  assert.deepEqual([said.isAdmin, said.memberId, more.length], [true, member.id, 0])
  assert.ok(all.some(({ isTransfer }) => isTransfer))
  assert.deepEqual(Object.keys(all[0]).sort(), Object.keys(all.at(-1)).sort())
  const events = await until('the event', async () => {
    const found = (await readEvents(server, store.shopId)).filter(
      ({ type, data }) => type === 'message.created' && data.text === text,
    )
    return found.length > 0 && found
  })
  assert.equal(events.length, 1)
  // Only the customer's answer opens the window.
  refused(
    await store.api.post(`/chat/conversations/${id}/messages`, { text: 'Hi', memberId: member.id }),
    409,
    'CHANNEL_UNAVAILABLE',
  )
  assert.equal(ok(await inbox.get(path(id, '/availability'))).reason, 'window-closed')
  await graph.deliver(
    server.baseUrl,
    webhooks.whatsApp(desk.account.externalId, webhooks.whatsAppText(sender, 'Danke')),
  )
  await until('the open window', async () => ok(await inbox.get(path(id, '/availability'))).reason === null)
})

test('spec C13.10: named placeholders carry their names, and are suggested from the customer', async () => {
  const desk = await makeDesk()
  const { id, sender } = await begin(desk, 60_000)
  const { templates } = await refresh(desk, id)
  const restock = templates.find(({ name }: Any) => name === 'restock')
  assert.deepEqual(
    restock.content.slots.map(({ key, suggested }: Any) => [key, suggested]),
    [
      ['first_name', 'Anna'],
      ['product', ''],
    ],
  )
  const wanted = { name: 'restock', language: 'en_US', parameters: ['Anna', 'The {{lamp}} $& $1'] }
  const sent = ok(await desk.inbox.post(path(id, '/template'), wanted), 201)
  assert.equal(sent.text, 'Hi Anna, The {{lamp}} $& $1 is back.')
  const [left] = await until('the template', () => sentTo(sender).length > 0 && sentTo(sender))
  assert.deepEqual(left?.template?.components, [
    {
      type: 'body',
      parameters: [
        { type: 'text', parameter_name: 'first_name', text: 'Anna' },
        { type: 'text', parameter_name: 'product', text: 'The {{lamp}} $& $1' },
      ],
    },
  ])
})

test('spec C13.10: what Meta would refuse is refused before it is sent, in words', async () => {
  const desk = await makeDesk()
  const { id, sender } = await begin(desk)
  await refresh(desk, id)
  const post = (body: object) => desk.inbox.post(path(id, '/template'), { ...filled, ...body })
  const wrong = async (body: object, words: RegExp) =>
    assert.match(refused(await post(body), 400, 'INVALID_PARAMS'), words)
  await wrong({ parameters: ['Anna'] }, /takes 4 \(header 1, body 1, body 2, button 1\), not 1/)
  await wrong({ parameters: [' ', 'a', 'b', 'c'] }, /parameters\[0\] \(header 1\)/)
  await wrong({ parameters: ['a', 'b\nc', 'b', 'c'] }, /without line breaks/)
  await wrong({ name: 'sale', language: 'en_US', parameters: ['a', 'b'] }, /sale is PAUSED/)
  await wrong({ name: 'picture', language: 'en_US', parameters: [] }, /picture, video or document/)
  refused(await post({ language: 'en_US' }), 404, 'NOT_FOUND')
  assert.deepEqual(sentTo(sender), [])
  const { id: conversationId } = await addConversation(desk.store)
  refused(await desk.inbox.post(path(conversationId, '/template'), filled), 400, 'INVALID_PARAMS')
  refused(await desk.inbox.get(path(conversationId, '/templates')), 400, 'INVALID_PARAMS')
})

test('spec C13.10: a template that Meta does not take is shown as failed with the reason, and tried again as a template', async () => {
  const desk = await makeDesk()
  const { id, sender } = await begin(desk)
  await refresh(desk, id)
  const expected: [number, RegExp][] = [
    [132000, /takes other parameters/],
    [132001, /does not exist in this language/],
    [132015, /paused or disabled/],
    [131049, /withheld/],
    [131042, /payment method/],
    [131050, /does not want marketing/],
  ]
  let failed: Any
  for (const [code, words] of expected) {
    graph.troubles.push({ status: 400, code })
    const { id: messageId } = ok(await desk.inbox.post(path(id, '/template'), filled), 201)
    failed = await until('the failure', async () => {
      const { data } = (await desk.inbox.get(path(id, '/messages?limit=50'))).body as Any
      return data.find((message: Any) => message.id === messageId && message.delivery?.state === 'failed')
    })
    assert.match(failed.delivery.error, words)
  }
  const before = sentTo(sender).length
  ok(await desk.inbox.post(path(id, `/messages/${failed.id}/send-again`), {}))
  const last = await until('the template again', () => sentTo(sender)[before])
  assert.deepEqual([last.template?.name, last.id !== null], ['order_back', true])
})

test('spec C13.10: a template that Meta withholds later is shown as failed, and can be sent again', async () => {
  const desk = await makeDesk()
  const { id, sender } = await begin(desk)
  await refresh(desk, id)
  const { id: messageId } = ok(await desk.inbox.post(path(id, '/template'), filled), 201)
  const [first] = await until('the template', () => sentTo(sender).length > 0 && sentTo(sender))
  const failed = webhooks.status(first?.id as string, sender, 'failed', [{ code: 131049, title: 'withheld' }])
  await graph.deliver(server.baseUrl, webhooks.whatsApp(desk.account.externalId, failed))
  await until('the failure', async () => {
    const { data } = (await desk.inbox.get(path(id, '/messages?limit=50'))).body as Any
    const found = data.find((message: Any) => message.id === messageId)
    return found.delivery?.state === 'failed' && /withheld/.test(found.delivery.error)
  })
  ok(await desk.inbox.post(path(id, `/messages/${messageId}/send-again`), {}))
  const again = await until('the template again', () => sentTo(sender)[1])
  assert.equal(again.template?.name, 'order_back')
})

test('spec C13.10: no template leaves by an account that was removed', async () => {
  const desk = await makeDesk()
  const { id } = await begin(desk)
  await refresh(desk, id)
  ok(await desk.store.operator.delete(`/operator/stores/${desk.store.shopId}/channels/${desk.account.id}`))
  refused(await desk.inbox.post(path(id, '/template'), filled), 409, 'CHANNEL_UNAVAILABLE')
})

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { Client } from '#test/clients/client.ts'
import { startGraph, webhooks } from '#test/doubles/graph.ts'
import { startMailWorld } from '#test/doubles/mail.ts'
import { ok, refused } from '#test/expect.ts'
import { makeStore, type Store } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { pictureOf } from '#test/fixtures/pictures.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// Spec C13: files that members send by mail and messengers.

const [graph, world] = [await startGraph(), await startMailWorld()]
const server = await startServer({ env: { ...world.env, ...graph.env } })

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
type Any = any
type Messenger = 'social_messenger' | 'photo_social' | 'phone_messenger'

const MB = 1024 * 1024
const PICTURE = await pictureOf('rotated.jpg')
/** A picture of a little more than 5 MB: its last bytes end it. */
const LARGE_PICTURE = Buffer.concat([PICTURE.subarray(0, -2), Buffer.alloc(5 * MB, 0x11), PICTURE.subarray(-2)])
const BYTES = { 'content-type': 'application/octet-stream' }

interface Desk {
  store: Store
  inbox: Client
  /** Id of the conversation, and who its customer is. */
  id: string
  sender: string
  path: string
}

async function beginOn(channel: Messenger): Promise<Desk> {
  const store = await makeStore(server)
  const externalId = String(Math.floor(Math.random() * 1e15))
  const account = { channel, externalId, accessToken: `${externalId}:token` }
  ok(await store.operator.post(`/operator/stores/${store.shopId}/channels`, account), 201)
  const sender = String(Math.floor(Math.random() * 1e13) + 1e10)
  const objects = { social_messenger: 'page', photo_social: 'instagram' } as const
  const body =
    channel === 'phone_messenger'
      ? webhooks.whatsApp(externalId, webhooks.whatsAppText(sender, 'Hello'))
      : webhooks.messaging(objects[channel], externalId, webhooks.text(externalId, sender, 'Hello'))
  assert.equal(await graph.deliver(server.baseUrl, body), 200)
  return openDesk(store, sender)
}

async function openDesk(store: Store, sender: string): Promise<Desk> {
  const { id } = await until('the conversation', async () => ok(await store.api.get('/chat/conversations'))[0])
  const inbox = await signInOwner(server, store)
  return { store, inbox, id, sender, path: `/api/chat/conversations/${id}/messages` }
}

const upload = async ({ inbox }: Pick<Desk, 'inbox'>, name: string, bytes: Buffer | string): Promise<Any> =>
  ok(await inbox.call('POST', `/api/chat/files?name=${encodeURIComponent(name)}`, bytes, BYTES), 201)
const sentTo = ({ sender }: Desk) => graph.sends.filter(({ recipient, id }) => recipient === sender && id !== null)
const deliveryOf = async ({ inbox, path }: Desk, messageId: string): Promise<Any> =>
  ok(await inbox.get(path)).find(({ id }: Any) => id === messageId)?.delivery
const pdf = (words: string) => `%PDF-1.4\n${words}\n%%EOF\n`

for (const [channel, kinds] of [
  ['social_messenger', ['image', 'file']],
  ['photo_social', ['image', 'file']],
  ['phone_messenger', ['image', 'document']],
] as const) {
  test(`spec C13.1: a member’s text and files leave by ${channel}, each as a message, in order`, async () => {
    const desk = await beginOn(channel)
    const picture = await upload(desk, 'size.jpg', PICTURE)
    const form = await upload(desk, 'Rücksendung für Ana.pdf', pdf('return'))
    const reply = ok(await desk.inbox.post(desk.path, { text: 'Here you are', files: [picture.id, form.id] }), 201)
    const sends = await until('three parts', () => sentTo(desk).length === 3 && sentTo(desk))
    assert.deepEqual(
      sends.map(({ text, file }) => file?.kind ?? text),
      ['Here you are', ...kinds],
    )
    const [, first, second] = sends
    assert.equal(first?.file?.type, 'image/jpeg')
    assert.equal(first.file.bytes.length, picture.size)
    assert.equal(second?.file?.name, channel === 'phone_messenger' ? 'Rücksendung für Ana.pdf' : 'file.pdf')
    assert.deepEqual(second?.file?.bytes.toString(), pdf('return'))
    await until('sent', async () => (await deliveryOf(desk, reply.id))?.state === 'sent')
    assert.deepEqual((await deliveryOf(desk, reply.id)).filesSent, 2)
    const [shown] = ok(await desk.store.api.get(`/chat/conversations/${desk.id}/messages`)).filter(
      ({ id }: Any) => id === reply.id,
    )
    assert.deepEqual([shown.text, shown.files.map(({ id }: Any) => id)], ['Here you are', [picture.id, form.id]])
  })
}

test('spec C13.1: of files alone no empty text is sent', async () => {
  const desk = await beginOn('phone_messenger')
  const file = await upload(desk, 'a.txt', 'words')
  ok(await desk.inbox.post(desk.path, { text: '', files: [file.id] }), 201)
  const sends = await until('the file', () => sentTo(desk).length > 0 && sentTo(desk))
  assert.deepEqual(
    sends.map(({ text, file }) => [text, file?.kind]),
    [['', 'document']],
  )
})

test('spec C13.1: a file that the provider refuses is named; a second try goes on with it', async () => {
  const desk = await beginOn('phone_messenger')
  const files = [await upload(desk, 'one.txt', 'one'), await upload(desk, 'two.txt', 'two')]
  graph.uploadTroubles = [null, { status: 400, code: 131053, message: 'Media upload error' }]
  const reply = ok(await desk.inbox.post(desk.path, { text: 'Two', files: files.map(({ id }) => id) }), 201)
  const failed = await until('failed', async () => {
    const delivery = await deliveryOf(desk, reply.id)
    return delivery?.state === 'failed' && delivery
  })
  assert.match(failed.error, /“two.txt”: .*Media upload error/)
  assert.equal(failed.filesSent, 1)
  ok(await desk.inbox.post(`${desk.path}/${reply.id}/send-again`))
  await until('sent', async () => (await deliveryOf(desk, reply.id)).state === 'sent')
  assert.deepEqual(
    sentTo(desk).map(({ text, file }) => text || file?.name),
    ['Two', 'one.txt', 'two.txt'],
  )
})

test('spec C13.1: a provider’s passing fault while a file is uploaded sends nothing twice', async () => {
  const desk = await beginOn('social_messenger')
  const file = await upload(desk, 'a.pdf', pdf('a'))
  graph.uploadTroubles = [{ status: 500, code: 2 }]
  ok(await desk.inbox.post(desk.path, { text: 'Once', files: [file.id] }), 201)
  await until('the file', () => sentTo(desk).some((send) => send.file))
  assert.deepEqual(
    sentTo(desk).map(({ text, file }) => text || file?.kind),
    ['Once', 'file'],
  )
})

test('spec C13.2: what a channel does not deliver is refused before it is sent, scheduled replies too', async () => {
  const gif = Buffer.concat([Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;'), Buffer.alloc(64)])
  const cases: [Messenger, string, Buffer | string, RegExp][] = [
    ['phone_messenger', 'a.gif', gif, /phone_messenger does not deliver a\.gif, which is image\/gif/],
    ['phone_messenger', 'a.jpg', LARGE_PICTURE, /image\/jpeg up to 5 MB/],
    ['photo_social', 'a.txt', 'words', /does not deliver a\.txt/],
  ]
  for (const [channel, name, bytes, reason] of cases) {
    const desk = await beginOn(channel)
    const { id } = await upload(desk, name, bytes)
    const answer = await desk.inbox.post(desk.path, { text: 'x', files: [id] })
    refused(answer, 400, 'INVALID_PARAMS')
    assert.match(answer.body.error.message, reason)
    const sendAt = new Date(Date.now() + 3_600_000).toISOString()
    const scheduled = { text: 'x', files: [id], sendAt, cancelsOnReply: false }
    refused(await desk.inbox.post(`/api/chat/conversations/${desk.id}/scheduled`, scheduled), 400, 'INVALID_PARAMS')
    // Only the team sees a note.
    ok(await desk.inbox.post(desk.path, { text: 'x', files: [id], isNote: true }), 201)
    assert.equal(sentTo(desk).length, 0)
  }
})

test('spec C13.1, C13.2: a mail carries a member’s files, 18 MB at most', async () => {
  const store = await makeStore(server)
  const address = `support-${randomUUID()}@shop.example`
  const customer = `kim-${randomUUID()}@customer.example`
  ok(await store.operator.post(`/operator/stores/${store.shopId}/channels`, { channel: 'email', address }), 201)
  await world.send({ from: customer, to: address, subject: 'Label', text: 'Please send it' })
  const desk = await openDesk(store, customer)
  const names = ['Etikett für Grüße.pdf', 'a "quoted"; name.txt']
  const files = [await upload(desk, names[0] as string, pdf('label')), await upload(desk, names[1] as string, 'words')]
  ok(await desk.inbox.post(desk.path, { text: 'The label', files: files.map(({ id }) => id) }), 201)
  const mail = await until('the mail', async () => (await world.sentTo(customer))[0])
  assert.equal(mail.text?.trim(), 'The label')
  assert.deepEqual(
    mail.attachments.map(({ filename, mimeType, content }) => [
      filename,
      mimeType,
      Buffer.from(content as ArrayBuffer).toString(),
    ]),
    [
      [files[0].name, 'application/pdf', pdf('label')],
      [files[1].name, 'text/plain', 'words'],
    ],
  )
  const big = await Promise.all(['a', 'b'].map((name) => upload(desk, `${name}.txt`, Buffer.alloc(9.5 * MB, 'words '))))
  const answer = await desk.inbox.post(desk.path, { text: 'All', files: big.map(({ id }) => id) })
  refused(answer, 400, 'INVALID_PARAMS')
  assert.match(answer.body.error.message, /at most 18 MB/)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok, refused } from '#test/expect.ts'
import { addContact, addConversation, importLines, makeStore, message, type Store } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { shareServer } from '#test/service/server.ts'

const server = await shareServer()

const HOUR = 3_600_000
const at = (hoursAgo: number) => new Date(Date.now() - hoursAgo * HOUR).toISOString()

type Entry = { kind: string; id: string; at: string; text: string | null; detail: string | null; url: string | null }
const say = ({ kind, text, detail }: Entry) => [kind, text, detail].join(' ')

const order = (orderNumber: string, hoursAgo: number, more: object) => ({
  kind: 'order',
  data: { orderNumber, createdAt: at(hoursAgo), total: { amount: '12.50', currencyCode: 'EUR' }, ...more },
})

async function makeCustomer(store: Store, email: string) {
  const contact = await addContact(store, { name: 'Ada', email })
  const add = (hoursAgo: number, text: string, more: object = {}) => {
    const createdAt = at(hoursAgo)
    const messages = [message({ text, createdAt })]
    return addConversation(store, { customerUuid: contact.id, createdAt, messages, ...more })
  }
  return { contact, add }
}

test('a contact’s conversations, orders, pages and ratings stand in one line by time, and nobody else’s', async () => {
  const store = await makeStore(server)
  const inbox = await signInOwner(server, store)
  const ada = await makeCustomer(store, 'ada@example.com')
  const eve = await makeCustomer(store, 'eve@example.com')
  const first = await ada.add(50, 'Where is it?', {
    status: 'resolved',
    attributes: [
      { name: 'Rating', value: '4', updatedAt: at(40) },
      { name: 'Rating comment', value: 'Quick!', updatedAt: at(40) },
    ],
  })
  const pages = [
    { url: 'https://shop.example/a', title: 'A', viewedAt: at(3) },
    { url: 'https://shop.example/b', title: 'B', viewedAt: at(2) },
  ]
  const second = await ada.add(4, 'Me again', { browsedPages: pages })
  const other = await eve.add(3, 'Not Ada', {
    browsedPages: [{ url: 'https://shop.example/c', title: 'C', viewedAt: at(1) }],
  })
  await importLines(store, [
    order('#1', 60, { customerUuid: ada.contact.id, fulfillmentStatus: 'delivered' }),
    order('#2', 10, { email: 'ada@example.com' }),
    order('#3', 9, { email: 'eve@example.com' }),
  ])
  const read = async (id: string, query = '') => ok(await inbox.get(`/api/chat/conversations/${id}/timeline${query}`))
  const whole = [
    'page B ',
    'page A ',
    'conversation Me again open',
    'order #2 open',
    'rating Quick! 4',
    'conversation Where is it? resolved',
    'order #1 delivered',
  ]
  assert.deepEqual((await read(first.id)).map(say), whole)
  assert.deepEqual((await read(second.id)).map(say), whole)
  assert.deepEqual((await read(other.id)).map(say), ['page C ', 'conversation Not Ada open', 'order #3 open'])
  assert.deepEqual((await read(first.id, '?kind=order&kind=rating')).map(say), [whole[3], whole[4], whole[6]])

  for (const limit of [1, 2, 3]) {
    const seen: string[] = []
    for (let cursor = ''; ; ) {
      const page = await inbox.get(`/api/chat/conversations/${first.id}/timeline?limit=${limit}${cursor}`)
      seen.push(...ok(page).map(say))
      const { nextCursor, hasMore } = page.body.paging
      if (!hasMore) break
      cursor = `&cursor=${encodeURIComponent(nextCursor)}`
    }
    assert.deepEqual(seen, whole, `pages of ${limit}`)
  }

  refused(await inbox.get(`/api/chat/conversations/${first.id}/timeline?kind=secret`), 400, 'INVALID_PARAMS')
  refused(await inbox.get(`/api/chat/conversations/${first.id}/timeline?cursor=none`), 400, 'INVALID_PARAMS')
  const stranger = await signInOwner(server, await makeStore(server))
  refused(await stranger.get(`/api/chat/conversations/${first.id}/timeline`), 404, 'NOT_FOUND')
})

test('what a browser did is there, and orders of an address that nobody has proven are not', async () => {
  const store = await makeStore(server)
  const inbox = await signInOwner(server, store)
  await importLines(store, [order('#9', 9, { email: 'ada@example.com' })])
  const visitor = await makeVisitor(server, store)
  ok(await visitor.api.patch('/storefront/visitor', { email: 'ada@example.com' }))
  const { conversation } = await visitor.say('It is me, Ada')
  ok(await visitor.api.post('/storefront/events', { name: 'added_to_cart', props: { sku: 'X' } }))
  const entries = ok(await inbox.get(`/api/chat/conversations/${conversation.id}/timeline`))
  assert.deepEqual(entries.map(say), ['event added_to_cart {"sku":"X"}', 'conversation It is me, Ada open'])
  const { claimedOrders } = ok(await inbox.get(`/api/chat/conversations/${conversation.id}/context`))
  assert.equal(claimedOrders.length, 1)
  const { customerUuid: id } = ok(await inbox.get(`/api/chat/conversations/${conversation.id}`))
  await importLines(store, [{ kind: 'contact', data: { id, type: 'customer', email: 'ada@example.com' } }])
  const proven = ok(await inbox.get(`/api/chat/conversations/${conversation.id}/timeline?kind=order`))
  assert.deepEqual(proven.map(say), ['order #9 open'])
})

test('entries of one moment come in pages without one being lost or told twice', async () => {
  const store = await makeStore(server)
  const inbox = await signInOwner(server, store)
  const contact = await addContact(store, { name: 'Ada' })
  const createdAt = at(5)
  const fields = () => ({ customerUuid: contact.id, createdAt, messages: [message({ createdAt })] })
  const browsedPages = ['a', 'b', 'c'].map((name) => ({
    url: `https://shop.example/${name}`,
    title: name,
    viewedAt: createdAt,
  }))
  const rating = [{ name: 'Rating', value: '5', createdAt, updatedAt: createdAt }]
  const made = [await addConversation(store, { ...fields(), browsedPages })]
  made.push(await addConversation(store, { ...fields(), attributes: rating }))
  await importLines(
    store,
    [1, 2].map((n) => order(`#${n}`, 0, { createdAt, customerUuid: contact.id })),
  )
  const path = `/api/chat/conversations/${made[0]?.id}/timeline`
  const all = ok(await inbox.get(path)).map(({ kind, id }: Entry) => `${kind} ${id}`)
  assert.equal(new Set(all).size, 2 + 3 + 1 + 2)
  const seen: string[] = []
  for (let cursor = ''; ; ) {
    const page = await inbox.get(`${path}?limit=1${cursor}`)
    seen.push(...ok(page).map(({ kind, id }: Entry) => `${kind} ${id}`))
    if (!page.body.paging.hasMore) break
    cursor = `&cursor=${encodeURIComponent(page.body.paging.nextCursor)}`
  }
  assert.deepEqual(seen, all)
})

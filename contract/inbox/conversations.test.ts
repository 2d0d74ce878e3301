import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { ok, readAllIds, readPages, refused } from '#test/expect.ts'
import { addContact, addConversation, addMember, importLines, makeStore, message } from '#test/fixtures/factories.ts'
import { signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { makeVisitor } from '#test/fixtures/visitor.ts'
import { shareServer } from '#test/service/server.ts'

// The inbox's door to conversations: views, counts, threads, acts. One file, for all its tests read the same store.

const server = await shareServer()
const store = await makeStore(server, { settings: { ai: { enabled: true } } })
const inbox = await signInOwner(server, store)
const me = store.owner.memberId

const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const add = (overrides: Record<string, unknown> = {}) => addConversation(store, { messages: [message()], ...overrides })
type Row = Awaited<ReturnType<typeof addConversation>>
const ids = (records: { id: string }[]) => records.map(({ id }) => id)

test('views show what they say, newest first, in pages of any size', async () => {
  const own = await makeStore(server)
  const client = await signInOwner(server, own)
  const colleague = await addMember(own)
  const rows: Row[] = []
  for (let i = 0; i < 24; i++) {
    rows.push(
      await addConversation(own, {
        memberId: [null, own.owner.memberId, colleague.id][i % 3],
        status: i % 4 === 0 ? 'resolved' : 'open',
        isStarred: i % 5 === 0,
        isChatBot: i % 6 === 1,
        channel: i % 2 ? 'email' : 'online_store',
        tags: i % 7 === 0 ? ['vip'] : [],
        messages: [message({ createdAt: at(i) })],
      }),
    )
  }
  const views: [string, (row: Row) => boolean][] = [
    ['', () => true],
    ['?status=open', (row) => row.status === 'open'],
    ['?status=resolved', (row) => row.status === 'resolved'],
    ['?assigneeId=me&status=open', (row) => row.memberId === own.owner.memberId && row.status === 'open'],
    [`?assigneeId=${colleague.id}`, (row) => row.memberId === colleague.id],
    ['?assigneeId=unassigned&status=open', (row) => row.memberId === null && row.status === 'open'],
    ['?isStarred=true', (row) => row.isStarred],
    ['?isStarred=false&status=open', (row) => !row.isStarred && row.status === 'open'],
    ['?isChatBot=true&status=open', (row) => row.isChatBot && row.status === 'open'],
    ['?channel=email&status=open', (row) => row.channels.includes('email') && row.status === 'open'],
    ['?tag=vip', (row) => row.tags.includes('vip')],
    [`?customerUuid=${rows[3].customerUuid}`, (row) => row.customerUuid === rows[3].customerUuid],
  ]
  for (const [query, belongs] of views) {
    const expected = ids(rows.filter(belongs))
    assert.ok(expected.length > 0, query)
    for (const limit of [1, 5, 100]) {
      const path = `/api/chat/conversations${query}${query ? '&' : '?'}limit=${limit}`
      if (limit === 1 && expected.length > 6) continue
      assert.deepEqual(await readAllIds(client, path), expected, path)
    }
  }
  const open = rows.filter(({ status }) => status === 'open')
  assert.deepEqual(ok(await client.get('/api/chat/conversations/counts')), {
    mine: open.filter(({ memberId }) => memberId === own.owner.memberId).length,
    unassigned: open.filter(({ memberId, isChatBot }) => memberId === null && !isChatBot).length,
    open: open.length,
    ai: open.filter(({ isChatBot }) => isChatBot).length,
    starred: rows.filter(({ isStarred }) => isStarred).length,
    snoozed: 0,
    unread: open.filter(({ isRead }) => !isRead).length,
    due: 0,
    overdue: 0,
    teams: {},
  })
})

test('playground conversations have a view of their own', async () => {
  const { id } = await add({ isPlayground: true })
  assert.deepEqual(ids(ok(await inbox.get('/api/chat/conversations?playground=true'))), [id])
})

test('a thread is read from its end upwards, notes and transfer lines included', async () => {
  const texts = Array.from({ length: 7 }, (_, i) => `message ${i}`)
  const { id } = await add({ messages: texts.map((text, i) => message({ text, createdAt: at(60 - i) })) })
  ok(await inbox.post(`/api/chat/conversations/${id}/messages`, { text: 'a note', isNote: true }), 201)
  const pages = await readPages(inbox, `/api/chat/conversations/${id}/messages?limit=3`)
  assert.deepEqual(
    pages.flat().map((one) => (one as unknown as { text: string }).text),
    ['a note', ...texts.reverse()],
  )
  const [newest] = pages.flat() as unknown as Record<string, unknown>[]
  assert.deepEqual(Object.keys(newest as object).slice(-8), [
    'isDeleted',
    'contentType',
    'clientId',
    'original',
    'formatting',
    'delivery',
    'position',
    'revision',
  ])
  assert.equal(Object.keys(newest as object).length, 26)
  assert.equal((newest as { position: number }).position, 8)
  assert.equal((await inbox.get(`/api/chat/conversations/${id}/messages`)).body.revision, 8)
})

test('spec 4.2.1: a reply is by the member who is signed in, takes over from the AI agent, and tells webhooks as REST does', async () => {
  const { id } = await add({ isChatBot: true, hasChatBot: true })
  const sent = ok(await inbox.post(`/api/chat/conversations/${id}/messages`, { text: 'Hello!' }), 201)
  assert.equal(sent.memberId, me)
  assert.equal(sent.isNote, false)
  const after = ok(await inbox.get(`/api/chat/conversations/${id}`))
  assert.equal(after.isChatBot, false)
  assert.equal(after.lastMessage.text, 'Hello!')
  assert.deepEqual(after, ok(await store.api.get(`/chat/conversations/${id}`)))
  const lines = ok(await inbox.get(`/api/chat/conversations/${id}/messages`))
  assert.equal(lines[1].isTransfer, true)
  refused(
    await inbox.post(`/api/chat/conversations/${id}/messages`, { text: 'x', memberId: 'somebody' }),
    400,
    'INVALID_PARAMS',
  )
})

test('a message that is sent again under the same clientId is one message', async () => {
  const { id } = await add()
  const clientId = randomUUID()
  const send = () => inbox.post(`/api/chat/conversations/${id}/messages`, { text: 'once', clientId })
  const answers = await Promise.all([send(), send(), send()])
  assert.equal(new Set(answers.map((answer) => ok(answer, 201).id)).size, 1)
  assert.equal(ok(await inbox.get(`/api/chat/conversations/${id}`)).messageCount, 2)
  const elsewhere = await add()
  refused(
    await inbox.post(`/api/chat/conversations/${elsewhere.id}/messages`, { text: 'x', clientId }),
    400,
    'INVALID_PARAMS',
  )
})

test('a member’s files go with one message or note', async () => {
  const { id } = await add()
  const path = `/api/chat/conversations/${id}/messages`
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const upload = () =>
    inbox.call('POST', '/api/chat/files?name=dot.png', png, { 'content-type': 'application/octet-stream' })
  const file = ok(await upload(), 201)
  assert.equal(file.type, 'image/png')
  const sent = ok(await inbox.post(path, { text: '', files: [file.id] }), 201)
  assert.deepEqual([sent.contentType, sent.files], ['file', [file]])
  assert.equal((await fetch(server.baseUrl + file.url)).status, 200)
  refused(await inbox.post(path, { text: 'again', files: [file.id] }), 400, 'INVALID_PARAMS')
  refused(await inbox.post(path, { text: '', files: [] }), 400, 'INVALID_PARAMS')
  refused(await inbox.post(path, { text: 'x', files: [randomUUID()] }), 400, 'INVALID_PARAMS')
  const mail = await add({ channel: 'email' })
  const other = ok(await upload(), 201)
  const theirs = await signInMember(server, store)
  refused(await theirs.inbox.post(path, { text: 'x', files: [other.id] }), 400, 'INVALID_PARAMS')
  const there = `/api/chat/conversations/${mail.id}/messages`
  ok(await inbox.post(there, { text: 'x', files: [other.id] }), 201)
  const third = ok(await upload(), 201)
  ok(await inbox.post(there, { text: '', isNote: true, files: [third.id] }), 201)
  const huge = Buffer.alloc(10 * 1024 * 1024 + 1)
  assert.equal((await inbox.call('POST', '/api/chat/files?name=x', huge, { 'content-type': 'x/y' })).status, 400)
})

test('messages are edited and deleted, conversations starred, blocked and deleted', async () => {
  const { id } = await add()
  const path = `/api/chat/conversations/${id}`
  const sent = ok(await inbox.post(`${path}/messages`, { text: 'Helo' }), 201)
  const edited = ok(await inbox.patch(`${path}/messages/${sent.id}`, { text: 'Hello' }))
  assert.deepEqual([edited.text, edited.position, edited.revision], ['Hello', sent.position, sent.revision + 1])
  assert.equal(ok(await inbox.delete(`${path}/messages/${sent.id}`)).isDeleted, true)
  assert.equal(ok(await inbox.post(`${path}/star`, { isStarred: true })).isStarred, true)
  assert.equal(ok(await inbox.post(`${path}/block`, { isBlock: true })).isBlock, true)
  ok(await inbox.delete(path))
  refused(await inbox.get(path), 404, 'NOT_FOUND')
  const { data: log } = (await inbox.get('/api/chat/audit-log')).body
  assert.deepEqual([log[0].action, log[0].target, log[0].memberId], ['conversation.deleted', id, me])
})

test('resolve, assign, read, unread and typing', async () => {
  const { id } = await add()
  const path = `/api/chat/conversations/${id}`
  assert.equal(ok(await inbox.post(`${path}/state`, { status: 'resolved' })).status, 'resolved')
  assert.equal(ok(await inbox.post(`${path}/assign`, { memberId: me })).memberId, me)
  assert.equal(ok(await inbox.post(`${path}/read`)).isRead, true)
  assert.equal(ok(await inbox.post(`${path}/unread`)).isRead, false)
  assert.deepEqual(ok(await inbox.post(`${path}/typing`, { active: true })), {
    conversationId: id,
    memberId: me,
    active: true,
  })
})

test('the AI agent gets a conversation from the team and gives it back', async () => {
  const { id } = await add()
  const path = `/api/chat/conversations/${id}`
  assert.equal(ok(await inbox.post(`${path}/ai`, { isChatBot: true })).isChatBot, true)
  assert.equal(ok(await inbox.post(`${path}/ai`, { isChatBot: true })).isChatBot, true)
  const back = ok(await inbox.post(`${path}/ai`, { isChatBot: false }))
  assert.equal(back.isChatBot, false)
  assert.equal(back.memberId, me)
  const lines = ok(await inbox.get(`${path}/messages`)).filter(({ isTransfer }: { isTransfer: boolean }) => isTransfer)
  assert.equal(lines.length, 2)
  const off = await makeStore(server)
  const { id: other } = await addConversation(off)
  const there = await signInOwner(server, off)
  refused(await there.post(`/api/chat/conversations/${other}/ai`, { isChatBot: true }), 400, 'INVALID_PARAMS')
})

test('the context has contact, orders, notes, attributes, pages, summary and other conversations', async () => {
  const person = await addContact(store)
  const sessionId = randomUUID()
  const made = await add({
    customerUuid: person.id,
    sessionId,
    summary: { text: 'Asked for a parcel' },
    browsedPages: [{ url: 'https://shop.example/a', title: 'A', viewedAt: at(1) }],
  })
  const other = await add({ customerUuid: person.id })
  const order = (orderNumber: string, more: object) => ({
    kind: 'order',
    data: { orderNumber, createdAt: at(1000), total: { amount: '10.00', currencyCode: 'EUR' }, ...more },
  })
  const { rejected } = await importLines(store, [
    order('#1001', { customerUuid: person.id }),
    order('1002', { email: person.email }),
    order('1003', { email: 'somebody@else.example' }),
  ])
  assert.deepEqual(rejected, [])
  ok(await inbox.post(`/api/chat/conversations/${made.id}/notes`, { text: 'call back' }), 201)
  ok(await inbox.post(`/api/chat/conversations/${made.id}/attributes`, { name: 'size', value: 'M' }), 201)
  const context = ok(await inbox.get(`/api/chat/conversations/${made.id}/context`))
  assert.equal(context.contact.id, person.id)
  assert.equal(context.notes[0].text, 'call back')
  assert.equal(context.attributes[0].value, 'M')
  assert.equal(context.pages[0].title, 'A')
  assert.equal(context.summary.text, 'Asked for a parcel')
  assert.deepEqual(context.orders.map((one: { orderNumber: string }) => one.orderNumber).sort(), ['#1001', '1002'])
  assert.deepEqual(ids(context.related), [other.id])
})

test('an address that a browser only claims shows its orders apart, until the shop brings it', async () => {
  const email = `victim-${randomUUID()}@example.com`
  const order = {
    orderNumber: `V-${randomUUID()}`,
    createdAt: at(1000),
    total: { amount: '10.00', currencyCode: 'EUR' },
  }
  await importLines(store, [{ kind: 'order', data: { ...order, email } }])
  const contextOf = async (id: string) => ok(await inbox.get(`/api/chat/conversations/${id}/context`))
  const numbers = (orders: { orderNumber: string }[]) => orders.map(({ orderNumber }) => orderNumber)
  for (const door of ['PATCH /storefront/visitor', 'POST /storefront/identify', 'after the first message']) {
    const visitor = await makeVisitor(server, store)
    const [method = '', path = ''] = door.split(' ')
    const claim = () => visitor.api.call(method, path, { id: 'me', email })
    if (path.startsWith('/')) ok(await claim())
    const { conversation } = await visitor.say('Where is my order?')
    if (!path.startsWith('/')) ok(await visitor.api.patch('/storefront/visitor', { email }))
    const claimed = await contextOf(conversation.id)
    assert.deepEqual([numbers(claimed.orders), numbers(claimed.claimedOrders)], [[], [order.orderNumber]], door)
    // The shop brings the contact with that address: now it is theirs.
    const { customerUuid: id } = ok(await inbox.get(`/api/chat/conversations/${conversation.id}`))
    await importLines(store, [{ kind: 'contact', data: { id, type: 'customer', email } }])
    const proven = await contextOf(conversation.id)
    assert.deepEqual([numbers(proven.orders), numbers(proven.claimedOrders)], [[order.orderNumber], []])
  }
})

test('search finds people by the start of a name or address, an order’s buyer, a conversation’s id and recent words', async () => {
  const person = await addContact(store, { name: 'Zoë Quackenbush', email: 'zoe@quack.example' })
  const made = await add({ customerUuid: person.id, messages: [message({ text: 'My 100%_wool sock shrank' })] })
  await importLines(store, [
    {
      kind: 'order',
      data: {
        orderNumber: 'Q-77',
        customerUuid: person.id,
        createdAt: at(5),
        total: { amount: '1.00', currencyCode: 'EUR' },
      },
    },
  ])
  const search = async (q: string) => ok(await inbox.get(`/api/chat/search?q=${encodeURIComponent(q)}`))
  for (const q of ['zoë', 'ZOË QU', 'quacken', 'zoe@quack', '#Q-77']) {
    assert.deepEqual(ids((await search(q)).people), [person.id], q)
  }
  assert.equal((await search(made.id)).conversation.id, made.id)
  for (const q of ['sock shrank', 'SOCK', '100%_wool']) {
    const { messages } = await search(q)
    assert.equal(messages.length, 1, q)
    assert.equal(messages[0].conversation.id, made.id)
  }
  assert.deepEqual((await search('1000wool')).messages, [])
  refused(await inbox.get('/api/chat/search?q=a'), 400, 'INVALID_PARAMS')
  refused(await inbox.get(`/api/chat/search?q=${'a'.repeat(101)}`), 400, 'INVALID_PARAMS')
  const { inbox: theirs } = await signInMember(server, await makeStore(server))
  assert.deepEqual(ok(await theirs.get('/api/chat/search?q=quacken')).people, [])
})

test('an order leads to who placed it in either case of its number, by its address too', async () => {
  const own = await makeStore(server)
  const client = await signInOwner(server, own)
  const buyer = await addContact(own, { name: 'Ida', email: 'Ida@Example.com' })
  const other = await addContact(own, { name: 'Ole', email: 'ole@example.com' })
  const order = (orderNumber: string, more: object) => ({
    kind: 'order',
    data: { orderNumber, createdAt: at(5), total: { amount: '1.00', currencyCode: 'EUR' }, ...more },
  })
  await importLines(own, [
    order('#DE-100a', { email: 'ida@example.com' }),
    order('DE-200', { customerUuid: other.id }),
    order('DE-300', { customerUuid: other.id, email: 'IDA@example.com' }),
  ])
  const search = async (q: string) => ids(ok(await client.get(`/api/chat/search?q=${encodeURIComponent(q)}`)).people)
  for (const q of ['de-100A', '#DE-100a', ' DE-100A ']) assert.deepEqual(await search(q), [buyer.id], q)
  assert.deepEqual(await search('de-200'), [other.id])
  assert.deepEqual((await search('de-300')).sort(), [buyer.id, other.id].sort())
})

test('all messages are searched, step by step, whatever their age and their conversation’s', async () => {
  const own = await makeStore(server)
  const client = await signInOwner(server, own)
  const words = (text: string, minutes: number) => message({ text, createdAt: at(minutes) })
  const made: string[] = []
  let steps = 0
  // Conversations that are older than the quick search looks, one of them longer than it looks, one never active.
  const lines = Array.from({ length: 420 }, (_, i) => {
    const messages = [words(i % 140 === 139 ? `A purple-100% heron, ${i}` : `Nothing ${i}`, 500 + i)]
    // A step ends where enough messages were read; some say that they have many.
    return {
      kind: 'conversation',
      data: { id: `c${i}`, channel: 'online_store', messages, ...(i % 9 === 0 && { messageCount: 3_000 }) },
    }
  })
  const long = [words('The first purple-100% heron', 300), ...Array.from({ length: 60 }, () => words('and on', 200))]
  lines.push({ kind: 'conversation', data: { id: 'long', channel: 'online_store', messages: long } })
  assert.deepEqual((await importLines(own, lines)).rejected, [])
  const path = '/api/chat/search/messages?q=PURPLE-100%25'
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await client.get(`${path}${cursor && `&cursor=${cursor}`}`)
    made.push(...body.data.map((one: { conversation: { id: string } }) => one.conversation.id))
    assert.equal(body.until === null, !body.paging.hasMore)
    cursor = body.paging.nextCursor
    steps++
  }
  assert.deepEqual(made, ['long', 'c139', 'c279', 'c419'])
  assert.ok(steps > 8 && steps < 20, `${steps} steps`)
  refused(await client.get(`${path}&cursor=none`), 400, 'INVALID_PARAMS')
  refused(await client.get('/api/chat/search/messages?q=a'), 400, 'INVALID_PARAMS')
  const { inbox: theirs } = await signInMember(server, await makeStore(server))
  assert.deepEqual(ok(await theirs.get(path)), [])
})

test('canned replies: one shortcut, one text', async () => {
  const made = ok(await inbox.post('/api/chat/canned-replies', { shortcut: '/Hi', text: 'Hello there' }), 201)
  assert.equal(made.shortcut, 'hi')
  refused(await inbox.post('/api/chat/canned-replies', { shortcut: 'HI', text: 'x' }), 400, 'INVALID_PARAMS')
  refused(await inbox.post('/api/chat/canned-replies', { shortcut: 'a b', text: 'x' }), 400, 'INVALID_PARAMS')
  assert.equal(ok(await inbox.patch(`/api/chat/canned-replies/${made.id}`, { text: 'Hi!' })).text, 'Hi!')
  assert.deepEqual(
    ok(await inbox.get('/api/chat/canned-replies')).map(({ shortcut }: { shortcut: string }) => shortcut),
    ['hi'],
  )
  ok(await inbox.delete(`/api/chat/canned-replies/${made.id}`))
  refused(await inbox.delete(`/api/chat/canned-replies/${made.id}`), 404, 'NOT_FOUND')
})

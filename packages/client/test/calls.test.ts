import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { createParley, ParleyError } from '../src/index.ts'

type Send = (request: Request) => Response | Promise<Response>
const client = (send: Send) =>
  createParley({
    baseUrl: 'http://parley.test',
    apiKey: 'sk_1',
    appId: 'app_1',
    operatorToken: 'token',
    fetch: async (request) => send(request),
  })

const expect = (call: Promise<unknown>, fields: Partial<ParleyError>) =>
  assert.rejects(call, (error) => {
    assert.ok(error instanceof ParleyError)
    for (const [name, value] of Object.entries(fields)) assert.deepEqual(error[name as keyof ParleyError], value, name)
    return true
  })

test('each door gets its own credential, and no other', async () => {
  const seen: (string | null)[][] = []
  const { GET, contacts } = client(({ headers }) => {
    seen.push(['x-api-key', 'authorization', 'x-api-id', 'x-api-secret'].map((name) => headers.get(name)))
    return Response.json({ data: { c0: null } })
  })
  await GET('/chat/tags')
  await GET('/operator/stores')
  await contacts.get('a')
  await GET('/chat/tags', { headers: { 'x-api-key': 'sk_2' } })
  assert.deepEqual(seen, [
    ['sk_1', null, null, null],
    [null, 'Bearer token', null, null],
    [null, null, 'app_1', 'sk_1'],
    ['sk_2', null, null, null],
  ])
})

test('parameters are encoded; one that no address can carry is refused, not sent elsewhere', async () => {
  const seen: string[] = []
  const { DELETE, GET } = client(({ url }) => {
    seen.push(url.slice('http://parley.test'.length))
    return Response.json({ data: [] })
  })
  const untag = (tag: string) => DELETE('/chat/conversations/{id}/tags/{tag}', { params: { path: { id: 'a', tag } } })
  for (const tag of ['a/b?c#d', '50 %', '…', '...']) await untag(tag)
  assert.deepEqual(
    seen.splice(0),
    ['a%2Fb%3Fc%23d', '50%20%25', '%E2%80%A6', '...'].map((t) => `/chat/conversations/a/tags/${t}`),
  )
  for (const tag of ['', '.', '..']) await assert.rejects(untag(tag), TypeError)
  await GET('/chat/conversations', { params: { query: { tag: ['a&b', 'c'], isRead: false, limit: 5 } } })
  assert.deepEqual(seen, ['/chat/conversations?tag=a%26b&tag=c&isRead=false&limit=5'])
})

test('refusals, other answers, silence and aborts are told apart', async () => {
  const body = { error: { code: 'NOT_FOUND', message: 'Conversation not found.' } }
  const message = 'Conversation not found.'
  const get = (send: Send, signal?: AbortSignal) => client(send).GET('/chat/tags', signal ? { signal } : {})
  await expect(
    get(() => Response.json(body, { status: 404 })),
    { code: 'NOT_FOUND', status: 404, message, details: body },
  )
  const page = () => new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } })
  await expect(get(page), { code: 'UNEXPECTED_ANSWER', status: 502, details: '<h1>Bad gateway</h1>' })
  const welcome = '<h1>Welcome</h1>'
  await expect(
    get(() => new Response(welcome)),
    { code: 'UNEXPECTED_ANSWER', status: 200, details: welcome },
  )
  const cut = () => new Response('{"data":', { headers: { 'content-type': 'application/json' } })
  await expect(get(cut), { code: 'UNEXPECTED_ANSWER', status: 200 })
  const moved = () => new Response(null, { status: 301, headers: { location: 'http://elsewhere.test' } })
  await expect(get(moved), { code: 'UNEXPECTED_ANSWER', status: 301 })
  const cause = new TypeError('fetch failed')
  await expect(
    get(() => Promise.reject(cause)),
    { code: 'UNREACHABLE', status: 0, cause },
  )
  await assert.rejects(
    get(({ signal }) => Promise.reject(signal.reason), AbortSignal.abort(new Error('mine'))),
    /mine/,
  )
})

test('a mistake in a call is reported as one, and not as silence', async () => {
  assert.throws(() => createParley({ baseUrl: 'chat.example.com' }), /baseUrl/)
  assert.throws(() => createParley({ baseUrl: 'http://parley.test', maxWait: Number.NaN }), /maxWait/)
  const circle: { tags: string[]; self?: object } = { tags: [] }
  circle.self = circle
  const call = client(() => Response.json({})).POST('/chat/conversations/{id}/tags', {
    params: { path: { id: 'a' } },
    body: circle,
  })
  await assert.rejects(call, (error) => error instanceof TypeError && /circular/.test(error.message))
})

test('a list goes from cursor to cursor, as far as it is read', async () => {
  const seen: string[] = []
  const { list, pages } = client(({ url }) => {
    const { searchParams } = new URL(url)
    seen.push(searchParams.toString())
    const at = Number(searchParams.get('cursor') ?? 0)
    const paging = { nextCursor: at < 2 ? String(at + 1) : null, hasMore: at < 2 }
    return Response.json({ data: [{ id: `${at}a` }, { id: `${at}b` }], paging })
  })
  const ids: string[] = []
  for await (const { id } of list('/chat/conversations', { params: { query: { limit: 2 } } })) ids.push(id)
  assert.deepEqual(ids, ['0a', '0b', '1a', '1b', '2a', '2b'])
  assert.deepEqual(seen.splice(0), ['limit=2', 'limit=2&cursor=1', 'limit=2&cursor=2'])
  for await (const { paging } of pages('/chat/conversations')) if (paging.hasMore) break
  assert.equal(seen.length, 1)
})

test('GraphQL’s refusals are ParleyErrors, and a throttled query waits for its points', async () => {
  const answers = [
    { data: null, errors: [{ message: 'No.', extensions: { code: 'UNAUTHENTICATED' } }] },
    {
      data: null,
      errors: [{ message: 'Wait.', extensions: { code: 'THROTTLED' } }],
      extensions: { cost: { throttleStatus: { maximumAvailable: 9, currentlyAvailable: -1, restoreRate: 500 } } },
    },
    { data: { customers: { totalCount: 7 } } },
  ]
  const { contacts } = client(() => Response.json(answers.shift()))
  await expect(contacts.count(), { code: 'UNAUTHENTICATED', status: 200, message: 'No.' })
  assert.equal(await contacts.count(), 7)
  await assert.rejects(contacts.get('a', { fields: ['id } x { y' as 'id'] }), /there is no field/)
  await expect(client(() => new Response('<h1>', { status: 502 })).contacts.count(), {
    code: 'UNEXPECTED_ANSWER',
    status: 502,
  })
})

test('a message, a note and an attribute carry a key, and are sent again with it where no answer came', async () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  const seen: { key: string | null; body: string }[] = []
  const answers = [
    () => Promise.reject(new TypeError('fetch failed')),
    () => Promise.resolve(Response.json({ error: { code: 'UNAVAILABLE', message: 'Away.' } }, { status: 503 })),
    () => Promise.resolve(Response.json({ data: { id: 'n1' } }, { status: 201 })),
  ]
  const { POST } = client(async (request) => {
    seen.push({ key: request.headers.get('idempotency-key'), body: await request.text() })
    return (answers.shift() as () => Promise<Response>)()
  })
  const init = { params: { path: { id: 'a' } }, body: { text: 'x' } }
  const call = POST('/chat/conversations/{id}/notes', init)
  for (let i = 0; i < 40; i++) {
    await new Promise((resolve) => setImmediate(resolve))
    mock.timers.tick(500)
  }
  assert.equal((await call).data.id, 'n1')
  assert.equal(seen.length, 3)
  assert.match(seen[0]?.key ?? '', /^[\da-f]{32}$/)
  assert.deepEqual(new Set(seen.map((one) => JSON.stringify(one))).size, 1)
  mock.timers.reset()
})

test('a key of one’s own is kept; other POSTs have none and are sent once', async () => {
  const seen: (string | null)[] = []
  const { POST } = client(({ headers }) => {
    seen.push(headers.get('idempotency-key'))
    if (seen.length > 1) throw new TypeError('fetch failed')
    return Response.json({ data: {} })
  })
  const init = { params: { path: { id: 'a' } }, body: { text: 'x' }, headers: { 'Idempotency-Key': 'mine' } }
  await POST('/chat/conversations/{id}/notes', init)
  await expect(POST('/chat/conversations/{id}/read', { params: { path: { id: 'a' } } }), { code: 'UNREACHABLE' })
  assert.deepEqual(seen, ['mine', null])
})

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { request, sendRaw } from '#test/clients/send-raw-http.ts'
import { ok, refused } from '#test/expect.ts'
import { addConversation, makeStore } from '#test/fixtures/factories.ts'
import { startServer } from '#test/service/server.ts'

// Whatever is sent, the answer is a refusal in words and never a 5xx; spec C6, C9.

const server = await startServer()
const store = await makeStore(server)
const { api } = store
const { id } = await addConversation(store)
const path = `/chat/conversations/${id}`
const memberId = store.owner.memberId
const raw = (method: string, target: string, body?: string, headers = {}) =>
  sendRaw(
    server.baseUrl,
    request(method, target, { 'x-api-key': store.key, 'content-type': 'application/json', ...headers }, body),
  )

after(() => assert.doesNotMatch(server.logs(), /"level":(50|60)/, 'an error was logged'))

test('spec C6.4: a body that is not a JSON object is 400', async () => {
  for (const body of [
    '',
    '{',
    '{"status":"open"',
    'status=open',
    '[]',
    'null',
    '7',
    '"open"',
    '{"status":"open"}}',
    '\ufeff{}',
    '{a:1}',
    'NaN',
  ]) {
    refused(await api.post(`${path}/state`, body), 400, 'INVALID_PARAMS')
  }
})

test('a body of another content type is 400, with a charset it is fine', async () => {
  const good = '{"status":"open"}'
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/jsonp',
    'json',
    '',
    ';',
    'a/b/c',
  ]) {
    refused(await api.post(`${path}/state`, good, { 'content-type': type }), 400, 'INVALID_PARAMS')
  }
  assert.equal(
    (await raw('POST', `${path}/state`, good, { 'content-type': 'APPLICATION/JSON ; charset=UTF-8' })).status,
    200,
  )
})

test('spec C9.2: NUL and lone surrogates are 400 wherever they stand in a body', async () => {
  for (const bad of ['\\u0000', 'a\\u0000b', '\\ud800', 'x\\udc00', '\\udc00\\ud800']) {
    for (const [rest, body] of [
      ['messages', `{"text":"${bad}x","memberId":"${memberId}"}`],
      ['messages', `{"text":"x","memberId":"${bad}"}`],
      ['tags', `{"tags":["fine","${bad}"]}`],
      ['notes', `{"text":"${bad}"}`],
      ['attributes', `{"name":"${bad}","value":"x"}`],
      ['attributes', `{"name":"x","value":"${bad}"}`],
      ['state', `{"status":"open","extra":{"deep":["${bad}"]}}`],
      ['state', `{"status":"open","${bad}":1}`],
    ] as const) {
      refused(await api.post(`${path}/${rest}`, body), 400, 'INVALID_PARAMS')
    }
  }
  const pair = ok(await api.post(`${path}/notes`, '{"text":"\\ud83c\\udf88"}'), 201)
  assert.equal(pair.text, '🎈')
})

test('NUL in a path or a query is 400 or 404', async () => {
  for (const target of [
    '/chat/conversations/%00',
    `${path}/messages/%00`,
    `${path}/tags/%00`,
    '/chat/customers/a%00b',
    '/chat/members/%00',
  ]) {
    for (const method of ['GET', 'DELETE', 'POST']) {
      const { status } = await raw(method, target)
      assert.ok([400, 404, 405].includes(status), `${method} ${target} answered ${status}`)
    }
  }
  for (const name of ['tag', 'email', 'customerUuid', 'assigneeId', 'status', 'cursor']) {
    refused(await api.get(`/chat/conversations?${name}=a%00`), 400, 'INVALID_PARAMS')
  }
})

test('escapes that decode to nothing are 400', async () => {
  for (const target of [
    '/chat/conversations/%zz',
    '/chat/conversations/%',
    `${path}/tags/%e0%a4`,
    '/chat/customers/%ff',
    '/chat/members/%c0%80',
  ]) {
    const { status, body } = await raw('GET', target)
    assert.deepEqual([status, JSON.parse(body).error.code], [400, 'INVALID_PARAMS'], target)
  }
  for (const query of ['tag=%zz', 'tag=%', 'email=%ff', 'cursor=%e0%a4']) {
    const { status } = await raw('GET', `/chat/conversations?${query}`)
    assert.ok(status === 200 || status === 400, `${query} answered ${status}`)
  }
})

test('invalid UTF-8 in a body is 400', async () => {
  for (const bytes of [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xe2, 0x82]]) {
    const body = Buffer.concat([Buffer.from('{"text":"'), Buffer.from(bytes), Buffer.from('"}')])
    refused(await api.post(`${path}/notes`, body), 400, 'INVALID_PARAMS')
  }
})

test('prototype keys are refused or ignored, and change nothing', async () => {
  for (const key of ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty']) {
    for (const value of ['{"status":"open"}', '{"prototype":{"status":"open"}}', 'null', '7']) {
      const { status } = await api.post(`${path}/state`, `{"${key}":${value}}`)
      assert.equal(status, 400)
    }
    const named = await api.post(`${path}/attributes`, { name: key, value: key })
    assert.deepEqual([ok(named, 201).name, named.body.data.value], [key, key])
    refused(await api.get(`/chat/conversations?status=${key}`), 400, 'INVALID_PARAMS')
    assert.equal((await api.get(`/chat/conversations?${key}=x&${key}[a]=x`)).status, 200)
    refused(await api.get(`/chat/${key}`), 404, 'NOT_FOUND')
    refused(await api.get(`/chat/conversations/${key}`), 404, 'NOT_FOUND')
  }
})

test('long paths are 404 up to 10,000 characters and more; only what exceeds all headers is refused before', async () => {
  for (const long of ['x'.repeat(10_000), '%F0%9F%8E%88'.repeat(800), '1'.repeat(10_000)]) {
    for (const target of [
      `/chat/conversations/${long}`,
      `${path}/messages/${long}`,
      `/chat/customers/${long}`,
      `/chat/${long}`,
    ]) {
      const { status, body } = await raw('GET', target)
      assert.deepEqual([status, JSON.parse(body).error.code], [404, 'NOT_FOUND'])
    }
  }
  const { status } = await raw('GET', `/chat/conversations/${'x'.repeat(100_000)}`)
  assert.ok(status === 414 || status === 431)
  assert.equal((await raw('GET', '/chat/tags', '', { 'x-long': 'x'.repeat(100_000) })).status, 431)
  assert.equal((await raw('GET', '/chat/tags')).status, 200)
})

test('a hundred percent-encoded emoji are a tag like any other', async () => {
  const tag = '🎈'.repeat(100)
  assert.deepEqual(ok(await api.post(`${path}/tags`, { tags: [tag] })), [tag])
  assert.equal(ok(await api.get(`/chat/conversations?tag=${encodeURIComponent(tag)}`)).length, 1)
  assert.deepEqual(ok(await api.delete(`${path}/tags/${encodeURIComponent(tag)}`)), [])
})

test('spec C6.4: a body over 1 MiB is 413, of any depth below it is judged', async () => {
  const big = JSON.stringify({ text: 'x'.repeat(2 * 1024 * 1024) })
  refused(await api.post(`${path}/notes`, big), 413, 'INVALID_PARAMS')
  const chunked = new ReadableStream({
    start(controller) {
      controller.enqueue(Buffer.from(big))
      controller.close()
    },
  })
  refused(await api.post(`${path}/notes`, chunked), 413, 'INVALID_PARAMS')
  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
  ] as const) {
    const deep = `{"status":"open","extra":${open.repeat(100_000)}1${close.repeat(100_000)}}`
    const { status } = await api.post(`${path}/state`, deep)
    assert.ok(status === 200 || status === 400, `answered ${status}`)
  }
})

test('text that looks like SQL, HTML or a log line is text', async () => {
  for (const text of [
    "'; drop table messages; --",
    '$1 $2',
    '%s %d',
    '<script>',
    '{"level":60}\n{"x":1}',
    '\\',
    '\\x41',
    "\u2028'",
  ]) {
    assert.equal(ok(await api.post(`${path}/messages`, { text, memberId }), 201).text, text)
    assert.deepEqual(ok(await api.get(`/chat/conversations?tag=${encodeURIComponent(text)}`)), [])
    refused(await api.get(`/chat/conversations/${encodeURIComponent(text)}`), 404, 'NOT_FOUND')
  }
})

test('bytes that are not HTTP are 400 or cut off', async () => {
  for (const bytes of [
    '\u0000\u0001\u0002\r\n\r\n',
    'GET\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    'GET /chat/tags HTTP/1.1\r\nbad header\r\n\r\n',
    request('POST', `${path}/notes`, { 'content-length': '-5' }),
  ]) {
    const { status } = await sendRaw(server.baseUrl, bytes)
    assert.ok(Number.isNaN(status) || (status >= 400 && status < 500), `answered ${status}`)
  }
  assert.equal((await raw('GET', '/chat/tags')).status, 200)
})

test('unusual methods and header values cause no 5xx', async () => {
  for (const method of ['TRACE', 'OPTIONS', 'HEAD', 'PATCH', 'PROPFIND', 'QUERY', 'CONNECT']) {
    const { status } = await raw(method, '/chat/tags')
    assert.ok(Number.isNaN(status) || status < 500, `${method} answered ${status}`)
  }
  for (const key of ['é', '"', 'x'.repeat(5_000), `${store.key}, ${store.key}`, `${store.key} extra`]) {
    const { status } = await raw('GET', '/chat/tags', '', { 'x-api-key': key })
    assert.equal(status, 401)
  }
})

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { ok, refused } from '#test/expect.ts'
import {
  ACTION,
  addAction,
  json,
  PATH,
  parameter,
  runsOf,
  startActionReceiver,
  tryOut,
} from '#test/fixtures/custom-actions.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { startServer } from '#test/service/server.ts'

// HTTP actions of a store's own: what admins describe, and what a request looks like.

const { receiver, env } = await startActionReceiver()
const server = await startServer({ env })
const closed = await startServer()
const store = await makeStore(server)
const inbox = await signInOwner(server, store)

test('spec C15.15: admins describe actions; the secret is never shown again; the audit log names what changed', async () => {
  const own = await makeStore(server)
  const admin = await signInOwner(server, own)
  const draft = { ...ACTION, auth: 'bearer', secret: 'very-secret-token', isEnabled: false }
  const made = ok(await admin.post(PATH, draft), 201)
  const { secret: _, ...shown } = draft
  const { id, createdAt: _c, updatedAt: _u, ...rest } = made
  assert.deepEqual(rest, shown)
  const changed = ok(await admin.patch(`${PATH}/${id}`, { isEnabled: true, risk: 'approval', skipsApproval: true }))
  assert.deepEqual([changed.isEnabled, changed.skipsApproval, changed.url], [true, true, ACTION.url])
  // Another risk asks for no approval: the switch goes with it.
  assert.equal(ok(await admin.patch(`${PATH}/${id}`, { risk: 'write' })).skipsApproval, false)
  assert.deepEqual(
    ok(await admin.get(PATH)).map((one: { id: string }) => one.id),
    [id],
  )
  ok(await admin.delete(`${PATH}/${id}`))
  assert.deepEqual(ok(await admin.get(PATH)), [])
  const audit: { action: string; details: object }[] = ok(await admin.get('/api/chat/audit-log'))
  const acts = audit.filter(({ action }) => action.startsWith('custom_action.'))
  assert.deepEqual(
    acts.map(({ action }) => action),
    ['custom_action.removed', 'custom_action.changed', 'custom_action.changed', 'custom_action.added'],
  )
  assert.match(JSON.stringify(acts), /"skipsApproval":true/)
  assert.ok(!JSON.stringify([audit, made, changed]).includes('very-secret'))
  assert.ok(server.isHosted || !server.logs().includes('very-secret'))
})

test('spec C15.15: what could not be run is refused, with what would be right', async () => {
  const add = async (more: object) => refused(await inbox.post(PATH, { ...ACTION, ...more }), 400, 'INVALID_PARAMS')
  const size = [parameter('size')]
  assert.match(await add({ name: 'x'.repeat(65) }), /at most 64/)
  assert.match(await add({ description: ' ' }), /description/)
  assert.match(await add({ url: 'https://{{size}}.example.com/', parameters: size }), /path and its query alone/)
  assert.match(await add({ url: 'https://{{size}}@example.com/', parameters: size }), /user name|path and its query/)
  assert.match(await add({ url: 'https://1.1.1.1:{{size}}/', parameters: size }), /url/)
  assert.match(await add({ url: 'https://1.1.1.1/#{{contact.id}}' }), /fragment/)
  assert.match(await add({ url: 'https://1.1.1.1/{{sise}}', parameters: size }), /not known; known are size/)
  assert.match(
    await add({ url: 'https://1.1.1.1/{{size}}', parameters: [parameter('size', { required: false })] }),
    /must be required/,
  )
  assert.match(await add({ url: 'ftp://1.1.1.1/' }), /https/)
  assert.match(await add({ url: 'http://1.1.1.1/' }), /not https/)
  assert.match(await add({ url: 'https://10.0.0.1/' }), /cannot be reached from here/)
  assert.match(await add({ bodyTemplate: '{}' }), /GET has no body/)
  assert.match(await add({ method: 'POST', bodyTemplate: '{"a": {{size}}}', parameters: size }), /not JSON/)
  assert.match(await add({ method: 'POST', bodyTemplate: '{"{{size}}": 1}', parameters: size }), /no key/)
  assert.match(await add({ parameters: [parameter('a b')] }), /letters, digits/)
  assert.match(await add({ parameters: [parameter('contact.id')] }), /letters, digits/)
  assert.match(await add({ parameters: [parameter('a'), parameter('a')] }), /used once/)
  assert.match(await add({ auth: 'bearer' }), /secret is required/)
  assert.match(await add({ auth: 'bearer', secret: 'a\r\nb' }), /visible ASCII/)
  assert.match(await add({ auth: 'basic', authName: 'a:b', secret: 'c' }), /colon/)
  for (const authName of ['host', 'Content-Length', 'User-Agent', 'a b', ''])
    assert.match(await add({ auth: 'header', authName, secret: 'c' }), /headers:/)
  assert.match(await add({ skipsApproval: true, risk: 'approval', extra: 1 }), /extra/)
  assert.deepEqual(ok(await inbox.get(PATH)), [])
})

test('spec C15.15: at most 15 for a store, each name once', async () => {
  const own = await makeStore(server)
  const admin = await signInOwner(server, own)
  for (let i = 0; i < 15; i++) ok(await admin.post(PATH, { ...ACTION, name: `Action ${i}` }), 201)
  assert.match(refused(await admin.post(PATH, { ...ACTION, name: 'One more' }), 400, 'INVALID_PARAMS'), /at most 15/)
  const [first, second] = ok(await admin.get(PATH))
  assert.match(
    refused(await admin.patch(`${PATH}/${second.id}`, { name: first.name.toUpperCase() }), 400, 'INVALID_PARAMS'),
    /has this name/,
  )
})

test('spec C15.15: for admins alone, and another store’s id is 404', async () => {
  const { action } = await addAction(inbox, receiver)
  const { inbox: plain } = await signInMember(server, store)
  const stranger = await signInOwner(server, await makeStore(server))
  for (const [client, status, code] of [
    [plain, 403, 'FORBIDDEN'],
    [stranger, 404, 'NOT_FOUND'],
  ] as const) {
    refused(await client.patch(`${PATH}/${action.id}`, { name: 'Mine' }), status, code)
    refused(await client.delete(`${PATH}/${action.id}`), status, code)
    refused(await client.post(`${PATH}/${action.id}/test`, { values: {}, facts: {} }), status, code)
    refused(await client.get(`${PATH}/${action.id}/runs`), status, code)
  }
})

test('spec C15.16: methods and authentications, as the receiver gets them', async () => {
  const secret = 'pass word!'
  for (const [more, header] of [
    [{ auth: 'none' }, {}],
    [{ auth: 'bearer', secret }, { authorization: `Bearer ${secret}` }],
    [{ auth: 'basic', authName: 'shop', secret }, { authorization: `Basic ${btoa(`shop:${secret}`)}` }],
    [{ auth: 'header', authName: 'X-Api-Key', secret }, { 'x-api-key': secret }],
  ] as const) {
    for (const method of ['GET', 'POST']) {
      const { place, action } = await addAction(inbox, receiver, { method, ...more })
      const run = await tryOut(inbox, action.id)
      assert.deepEqual(
        [run.state, run.responseStatus, run.error, run.answer, JSON.parse(run.data)],
        ['done', 200, null, 'There are 7 left.', { count: 7 }],
      )
      const [request] = await receiver.take(place, 1)
      assert.equal(request?.method, method)
      assert.equal(request?.headers['user-agent'], 'Parley-Actions/1.0')
      for (const name of ['authorization', 'x-api-key'])
        assert.equal(request?.headers[name], (header as Record<string, string>)[name])
      assert.equal(String(request?.body), method === 'POST' ? '{}' : '')
      if (method === 'POST') assert.equal(request?.headers['idempotency-key'], run.id)
      ok(await inbox.delete(`${PATH}/${action.id}`))
    }
  }
})

const HOSTILE = [
  '../../admin',
  '..',
  '.',
  '%2e%2e%2f',
  'a/b',
  'a\\b',
  '?admin=1',
  '#x',
  'a&b=c',
  '"}, "admin": true, "x": {"',
  '@evil.example',
  '\u0000',
  '\ud800',
  'x\r\nHost: evil.example',
  '{{contact.id}}',
  '',
]

test('spec C15.16: no value changes the host, the depth of the path, another query value or the JSON', async () => {
  const parameters = [parameter('value')]
  const inPath = await addAction(inbox, receiver, { parameters })
  const path = `${inPath.place}/x`
  ok(await inbox.patch(`${PATH}/${inPath.action.id}`, { url: receiver.url(`${inPath.place}/{{value}}/end`) }))
  const inQuery = await addAction(inbox, receiver, { parameters })
  ok(await inbox.patch(`${PATH}/${inQuery.action.id}`, { url: receiver.url(`${inQuery.place}?q={{value}}&safe=1`) }))
  const bodyTemplate = '{"whole": "{{value}}", "part": "<{{value}}>", "list": ["{{value}}"], "safe": 1}'
  const inBody = await addAction(inbox, receiver, { method: 'POST', parameters, bodyTemplate })
  const before = receiver.received().length
  for (const value of HOSTILE) {
    const run = (id: string) => inbox.post(`${PATH}/${id}/test`, { values: { value }, facts: {} })
    const answers = await Promise.all([run(inPath.action.id), run(inQuery.action.id), run(inBody.action.id)])
    for (const { status } of answers) assert.ok(status === 200 || status === 400, `${status}`)
  }
  assert.ok(receiver.received().length > before)
  for (const { path: got } of receiver.received().slice(before)) {
    const url = new URL(got, 'https://x')
    if (url.pathname.startsWith(inPath.place)) assert.equal(url.pathname.split('/').length, path.split('/').length + 1)
    else if (url.pathname === inQuery.place)
      assert.deepEqual([[...url.searchParams.keys()], url.searchParams.get('safe')], [['q', 'safe'], '1'])
    else assert.equal(got, inBody.place)
  }
  for (const { body } of receiver.received(inBody.place)) {
    const { whole, part, list, safe, ...rest } = JSON.parse(String(body))
    assert.deepEqual([part, list, safe, rest], [`<${whole}>`, [whole], 1, {}])
    assert.ok(HOSTILE.includes(whole))
  }
})

test('spec C15.16: values keep their types; what is not required may be missing; the service’s own cannot be sent', async () => {
  const parameters = [
    parameter('count', { type: 'number' }),
    parameter('gift', { type: 'boolean', required: false }),
    parameter('note', { required: false }),
  ]
  const bodyTemplate = '{"count": "{{count}}", "gift": "{{gift}}", "note": "{{note}}", "mail": "{{contact.email}}"}'
  const { action, place } = await addAction(inbox, receiver, { method: 'POST', parameters, bodyTemplate })
  const test = (values: object, facts: object) => inbox.post(`${PATH}/${action.id}/test`, { values, facts })
  const facts = { 'contact.email': 'kim@example.com' }
  ok(await test({ count: 3, gift: true }, facts))
  const [request] = await receiver.take(place, 1)
  assert.deepEqual(JSON.parse(String(request?.body)), { count: 3, gift: true, note: null, mail: 'kim@example.com' })
  assert.match(refused(await test({}, facts), 400, 'INVALID_PARAMS'), /count is required/)
  assert.match(refused(await test({ count: '3' }, facts), 400, 'INVALID_PARAMS'), /count must be a number/)
  assert.match(refused(await test({ count: 3 }, {}), 400, 'INVALID_PARAMS'), /needs contact\.email/)
  assert.match(
    refused(await test({ count: 3, 'contact.email': 'x@y.z' }, {}), 400, 'INVALID_PARAMS'),
    /not a parameter/,
  )
  refused(await test({ count: 3 }, { 'contact.email': ['x'] }), 400, 'INVALID_PARAMS')
  assert.equal(receiver.received(place).length, 1)
})

test('spec C15.17: private addresses are refused unless AI_ACTION_ALLOW_CIDRS names them', async () => {
  const admin = await signInOwner(closed, await makeStore(closed))
  for (const url of [receiver.url('/x'), 'https://10.1.2.3/', 'https://[::1]/', 'https://169.254.169.254/'])
    assert.match(refused(await admin.post(PATH, { ...ACTION, url }), 400, 'INVALID_PARAMS'), /cannot be reached/)
})

test('spec C15.17: the service itself is refused, by each of its names, and by redirect', async () => {
  const { port } = new URL(server.baseUrl)
  for (const host of ['127.0.0.1', 'localhost', '127.0.0.2', '[::ffff:127.0.0.1]', '0x7f000001', 'localhost.'])
    assert.match(
      refused(await inbox.post(PATH, { ...ACTION, url: `http://${host}:${port}/health` }), 400, 'INVALID_PARAMS'),
      /service itself|not a public|cannot be reached/,
      host,
    )
  const { action, place } = await addAction(inbox, receiver)
  for (const location of [`${server.baseUrl}/health`, 'http://10.0.0.1/', 'https://example.com/', place]) {
    receiver.on(place, (response) => void response.writeHead(302, { location }).end())
    const run = await tryOut(inbox, action.id)
    assert.deepEqual([run.state, run.responseStatus], ['failed', 302])
    assert.match(run.error, /Redirects are not followed/)
  }
  // Whatever way leads here, the service knows its own requests.
  const answer = await fetch(`${server.baseUrl}/health`, { headers: { 'user-agent': 'Parley-Actions/1.0' } })
  assert.equal(answer.status, 403)
})

test('spec C15.17: an answer that is too long, no JSON, an error or never comes; the log says so, without secrets', async () => {
  const { action, place } = await addAction(inbox, receiver, { auth: 'bearer', secret: 'very-secret-token' })
  const outcomes: [Parameters<typeof receiver.on>[1], string, number | null, RegExp][] = [
    [(response) => void response.end(JSON.stringify({ text: 'x'.repeat(70_000) })), 'failed', 200, /more than 64 KB/],
    [(response) => void response.end('<html>'), 'failed', 200, /not JSON/],
    [json({ error: 'very-secret-token' }, 404), 'failed', 404, /answered 404/],
    [(response) => void response.destroy(), 'failed', null, /connection to localhost/],
  ]
  for (const [behaviour, state, status, error] of outcomes) {
    receiver.on(place, behaviour)
    const run = await tryOut(inbox, action.id)
    assert.deepEqual([run.state, run.responseStatus, run.answer], [state, status, null])
    assert.match(run.error, error)
  }
  const runs = await runsOf(inbox, action.id)
  assert.deepEqual(
    runs.map(({ responseStatus, source, conversationId }) => [responseStatus, source, conversationId]),
    [null, 404, 200, 200].map((status) => [status, 'test', null]),
  )
  assert.ok(!JSON.stringify(runs).includes('very-secret'))
  const pages = ok(await inbox.get(`${PATH}/${action.id}/runs?limit=1`))
  assert.equal(pages.length, 1)
  for (const cursor of ['x', Buffer.from(JSON.stringify([1, randomUUID().slice(1)])).toString('base64url')])
    refused(await inbox.get(`${PATH}/${action.id}/runs?cursor=${cursor}`), 400, 'INVALID_PARAMS')
})

test('spec C15.17: one that does not answer ends after 10 seconds; of one that changes something the outcome is unknown', async () => {
  const never = () => {}
  const [read, write] = await Promise.all(
    ['read', 'write'].map(async (risk) => {
      const { action, place } = await addAction(inbox, receiver, { risk, method: 'POST' })
      receiver.on(place, never)
      return tryOut(inbox, action.id)
    }),
  )
  assert.deepEqual([read.state, write.state], ['failed', 'unknown'])
  assert.match(write.error, /did not answer in 10 seconds/)
  assert.ok(write.durationMs >= 10_000 && write.durationMs < 20_000, `${write.durationMs}`)
})

test('spec C15.15: a secret is sent to no host that it was not given for', async () => {
  const { action } = await addAction(inbox, receiver, { auth: 'bearer', secret: 'very-secret-token' })
  const elsewhere = { url: receiver.url('/thief', '127.0.0.1') }
  assert.match(
    refused(await inbox.patch(`${PATH}/${action.id}`, elsewhere), 400, 'INVALID_PARAMS'),
    /secret is required again/,
  )
  refused(await inbox.patch(`${PATH}/${action.id}`, { auth: 'header', authName: 'x-a' }), 400, 'INVALID_PARAMS')
  ok(await inbox.patch(`${PATH}/${action.id}`, { ...elsewhere, secret: 'another' }))
})

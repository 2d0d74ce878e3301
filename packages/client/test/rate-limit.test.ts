import assert from 'node:assert/strict'
import { beforeEach, mock, test } from 'node:test'
import { createParley, ParleyError } from '../src/index.ts'
import { countingService } from './service.ts'

// Spec 8, "Rate counter behavior", with the clock replaced.

beforeEach(() => {
  mock.timers.reset()
  mock.timers.enable({ apis: ['Date', 'setTimeout'], now: 1_000_000 })
})

/** Lets everything happen that needs no time. */
async function settle(): Promise<void> {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve))
}

async function pass(seconds: number): Promise<void> {
  for (let i = 0; i < seconds; i++) {
    mock.timers.tick(1_000)
    await settle()
  }
}

function start(limit: number, options: { maxWait?: number } = {}) {
  const service = countingService(limit)
  const parley = createParley({ baseUrl: 'http://parley.test', apiKey: 'sk_1', fetch: service.fetch, ...options })
  return {
    service,
    parley,
    read: () => parley.GET('/chat/tags'),
    write: (signal?: AbortSignal) => write(parley, signal),
  }
}

const write = (parley: ReturnType<typeof createParley>, signal?: AbortSignal) =>
  parley.POST('/chat/conversations/{id}/read', { params: { path: { id: 'a' } }, ...(signal && { signal }) })

const isLimited = (error: unknown) => error instanceof ParleyError && error.code === 'RATE_LIMITED'

test('spec 8.3: a client alone on its key is never refused: none is sent while none is left', async () => {
  const { service, read, write } = start(5)
  const calls = Promise.all(Array.from({ length: 12 }, (_, i) => (i % 2 ? read() : write())))
  await settle()
  assert.equal(service.seen.length, 5)
  await pass(59)
  assert.equal(service.seen.length, 5)
  await pass(2)
  assert.equal(service.seen.length, 10)
  await pass(62)
  assert.equal((await calls).length, 12)
  assert.deepEqual(service.refused, [])
})

test('a refused GET is sent again once after 60 quiet seconds, with the others that wait', async () => {
  const { service, read } = start(5)
  await read()
  service.use(10)
  const first = read()
  await settle()
  assert.deepEqual(service.refused, ['GET /chat/tags'])
  const second = read()
  await pass(59)
  assert.equal(service.seen.length, 2)
  await pass(2)
  assert.equal(service.seen.length, 4)
  await Promise.all([first, second])
})

test('a refused POST is thrown, with the seconds to stop for, and never sent again', async () => {
  const { service, read, write } = start(5)
  await read()
  service.use(10)
  await assert.rejects(
    write(),
    (error: ParleyError) => isLimited(error) && error.retryAfter === 60 && error.status === 429,
  )
  await pass(200)
  assert.equal(service.seen.filter((name) => name.startsWith('POST')).length, 1)
  await write() // sent for the first time
})

test('a wait ends when it is aborted, and nothing is sent', async () => {
  const { service, read, write } = start(1)
  await read()
  const abort = new AbortController()
  const waiting = write(abort.signal)
  waiting.catch(() => {})
  await pass(10)
  abort.abort(new Error('enough'))
  await assert.rejects(waiting, /enough/)
  await pass(100)
  assert.equal(service.seen.length, 1)
})

test('a call that would wait longer than maxWait is refused at once, and not sent', async () => {
  const { service, read } = start(1, { maxWait: 30 })
  await read()
  await pass(20)
  await assert.rejects(
    read(),
    (error: ParleyError) => isLimited(error) && error.retryAfter === 40 && error.status === 0,
  )
  assert.equal(service.seen.length, 1)
  await pass(11)
  const waiting = read()
  await pass(30)
  await waiting
})

test('a Retry-After that is a date, or 0, ends in a refusal and not in requests without end', async () => {
  for (const [retryAfter, most] of [
    ['Wed, 21 Oct 2026 07:28:00 GMT', 3],
    ['0', 101],
  ] as const) {
    let sent = 0
    const send = async () => {
      sent++
      return new Response('', { status: 429, headers: { 'retry-after': retryAfter } })
    }
    const parley = createParley({ baseUrl: 'http://parley.test', maxWait: 100, fetch: send })
    const call = assert.rejects(parley.GET('/chat/tags'), ParleyError)
    await pass(130)
    await call
    assert.ok(sent > 1 && sent <= most, `${sent} requests`)
  }
})

test('maxWait 0 sends everything and throws refusals as they come', async () => {
  const { service, read } = start(1, { maxWait: 0 })
  await read()
  await assert.rejects(read(), isLimited)
  await assert.rejects(read(), isLimited)
  assert.equal(service.seen.length, 3)
})

test('a service without a limit gets everything at once', async () => {
  const seen: string[] = []
  const send = async ({ url }: Request) => {
    seen.push(url)
    return Response.json({ data: [] })
  }
  const parley = createParley({ baseUrl: 'http://parley.test/', fetch: send })
  await parley.GET('/chat/tags')
  await Promise.all(Array.from({ length: 500 }, () => parley.GET('/chat/tags')))
  assert.equal(seen.length, 501)
  assert.equal(seen[0], 'http://parley.test/chat/tags')
})

test('what is sent again after the quiet time has its body again: a PUT, and a POST with a key', async () => {
  const { service, parley, read } = start(5)
  await read()
  service.use(10)
  const path = { id: 'a', noteId: 'n' }
  const put = parley.PUT('/chat/conversations/{id}/notes/{noteId}', { params: { path }, body: { text: 'x' } })
  const post = parley.POST('/chat/conversations/{id}/notes', { params: { path: { id: 'a' } }, body: { text: 'x' } })
  await settle()
  await pass(62)
  await Promise.all([put, post])
  assert.deepEqual(service.seen.slice(-2).sort(), [
    'POST /chat/conversations/a/notes',
    'PUT /chat/conversations/a/notes/n',
  ])
})

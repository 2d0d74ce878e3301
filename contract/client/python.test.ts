import assert from 'node:assert/strict'
import { execFile, spawn, spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { addConversation, makeStore } from '#test/fixtures/factories.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'
import { generatePython, type OpenApiDocument } from '../../scripts/generate-python.ts'

// The package of Python, run by Debian's python3 against the service.

const skip = spawnSync('python3', ['--version']).status === 0 ? false : 'there is no python3'
if (skip && process.env.CI) throw new Error(skip)
const PACKAGE = fileURLToPath(new URL('../../packages/python', import.meta.url))

const server = await startServer()

test('spec 2.1.7: the Python client’s operations are those of /openapi.json', async () => {
  const document = (await (await fetch(`${server.baseUrl}/openapi.json`)).json()) as OpenApiDocument
  const kept = await readFile(`${PACKAGE}/parley_client/_operations.py`, 'utf8')
  assert.ok(kept === generatePython(document), 'run node scripts/generate-python.ts')
})

function python(args: string[], env: Record<string, string>): Promise<{ code: number; said: string }> {
  const { PATH = '', HOME = '' } = process.env
  const options = { cwd: PACKAGE, env: { PATH, HOME, PYTHONPATH: PACKAGE, PYTHONDONTWRITEBYTECODE: '1', ...env } }
  return new Promise((resolve) => {
    execFile('python3', args, options, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, said: stdout + stderr }),
    )
  })
}

test('spec C16.18: the Python client calls, follows pages, waits, repeats without doubles and verifies webhooks', {
  skip,
}, async () => {
  const store = await makeStore(server)
  const { id } = await addConversation(store, { tags: ['python'] })
  for (let i = 0; i < 6; i++) await addConversation(store)
  const env = {
    PARLEY_URL: server.baseUrl,
    PARLEY_KEY: store.key,
    OPERATOR_TOKEN: server.operatorToken,
    CONVERSATION: id,
    MEMBER: store.owner.memberId,
  }
  const { code, said } = await python(['-W', 'error', '-m', 'unittest', 'discover', '-s', 'tests'], env)
  assert.equal(code, 0, said)
  assert.match(said, /Ran 8 tests/)
})

test('spec C16.18: the Python README’s example runs', { skip }, async () => {
  const readme = await readFile(`${PACKAGE}/README.md`, 'utf8')
  const example = /^```python\n(.*?)^```/ms.exec(readme)?.[1] ?? ''
  const store = await makeStore(server)
  await addConversation(store, { customerName: 'Ada Lovelace' })
  const program = example.replace('https://chat.example.com', server.baseUrl)
  const { code, said } = await python(['-c', program], { PARLEY_KEY: store.key })
  assert.deepEqual([code, said.trim()], [0, 'Ada Lovelace'])
})

test('spec C16.18: the Python receiver of the guide takes what is signed, once, and nothing else', {
  skip,
}, async () => {
  const secret = 'whsec_of_the_test'
  const { PATH = '', HOME = '' } = process.env
  const env = { PATH, HOME, PYTHONPATH: PACKAGE, PYTHONDONTWRITEBYTECODE: '1', PORT: '0', WEBHOOK_SECRET: secret }
  const receiver = spawn('python3', [fileURLToPath(new URL('../../docs/examples/receiver.py', import.meta.url))], {
    env,
  })
  const lines: string[] = []
  receiver.stdout.setEncoding('utf8').on('data', (text: string) => lines.push(...text.split('\n').filter(Boolean)))
  try {
    await until('the receiver to listen', () => lines.length > 0)
    const port = /\d+$/.exec(lines[0] ?? '')?.[0]
    const body = JSON.stringify({ eventId: 'e1', type: 'message.created', data: { conversationId: 'c1' } })
    const timestamp = String(Math.floor(Date.now() / 1000))
    const signature = createHmac('sha256', secret).update(`${timestamp};${body}`).digest('hex')
    const send = async (signed: string) => {
      const headers = { 'x-webhook-timestamp': timestamp, 'x-webhook-signature': signed }
      return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, headers })).status
    }
    assert.deepEqual([await send(signature), await send(signature), await send('0'.repeat(64))], [204, 204, 401])
    await until('the event to be printed', () => lines.length > 1)
    assert.deepEqual(lines.slice(1), ['message.created c1'])
  } finally {
    receiver.kill()
  }
})

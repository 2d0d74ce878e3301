import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { readFile, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { bundleClient, CLIENT, installClient, run } from '#test/clients/client-package.ts'
import { addContact, addConversation, addMember, makeStore, message } from '#test/fixtures/factories.ts'
import { startServer } from '#test/service/server.ts'
import { generateClient } from '../../scripts/generate-client.ts'

// The package parley-client: what it is made of is current, and what is published works as its README says.

const server = await startServer()
const directory = await installClient()
const modules = fileURLToPath(new URL('../../node_modules/', import.meta.url))
await symlink(join(modules, '@types'), join(directory, 'node_modules/@types'))

test('spec 2.1.7: the client’s types are those of /openapi.json and of the GraphQL schema', async () => {
  const document = (await (await fetch(`${server.baseUrl}/openapi.json`)).json()) as object
  for (const [name, text] of Object.entries(await generateClient(document))) {
    const kept = await readFile(join(CLIENT, 'src/generated', name), 'utf8')
    assert.ok(kept === text, `${name} is stale: run npm run generate -w parley-client`)
  }
})

test('the client is at most 10 KB, gzipped, and asks for nothing that only Node has', async () => {
  const bundle = await bundleClient(directory)
  const bytes = gzipSync(bundle, { level: 9 }).length
  assert.ok(bytes <= 10_000, `${bytes} bytes`)
  assert.doesNotMatch(bundle, /\bBuffer\b|\brequire\(|from\s*["']|import\(/)
  const alone = gzipSync(await bundleClient(directory, 'parley-client/webhooks'), { level: 9 }).length
  assert.ok(alone <= 2_000, `webhooks alone: ${alone} bytes`)
})

test('the package carries compiled code, types, README and licence, and nothing else', async () => {
  const { stdout } = await run('find', ['.', '-type', 'f'], { cwd: join(directory, 'node_modules/parley-client') })
  const others = stdout.split('\n').filter((file) => file && !/^\.\/dist\/(generated\/)?[\w-]+\.(js|d\.ts)$/.test(file))
  assert.deepEqual(others.sort(), ['./README.md', './dist/LICENSE', './package.json'])
})

/** The README's blocks as modules; each after the first begins with the first, and they name this server and store. */
async function readExamples(values: Record<string, string>): Promise<string[]> {
  let text = await readFile(join(CLIENT, 'README.md'), 'utf8')
  for (const [shown, value] of Object.entries(values)) {
    assert.ok(text.includes(shown), shown)
    text = text.replaceAll(shown, value)
  }
  const [first = '', ...others] = [...text.matchAll(/^```ts\n(.*?)^```/gms)].map(([, block]) => block as string)
  // Imports come first: the block's own are put together with those that make the client.
  return others.map(
    (block) => `${block.match(/^import.*\n/gm)?.join('') ?? ''}${first}${block.replace(/^import.*\n/gm, '')}`,
  )
}

test('the README’s examples compile under strict, with both compilers, and run', async () => {
  const store = await makeStore(server)
  await addMember(store)
  const ada = await addContact(store)
  await addConversation(store, { customerUuid: ada.id, messages: [message()] })
  const secret = 'whsec_test'
  const examples = await readExamples({
    'http://127.0.0.1:3000': server.baseUrl,
    'sk_…': store.key,
    'app_…': store.appId,
    'whsec_…': secret,
    'id-of-ada': ada.id,
  })
  assert.ok(examples.length >= 6, String(examples.length))
  const files = examples.map((_, i) => join(directory, `example-${i}.ts`))
  await Promise.all(files.map((file, i) => writeFile(file, examples[i] as string)))
  await checkTypes(files)
  for (const file of files) await run(process.execPath, [file], { cwd: directory })
  const { default: receiver } = await import(files.at(-1) as string)
  const request = (headers: Record<string, string>) =>
    new Request('https://shop.example/parley', { method: 'POST', headers, body })
  const body = JSON.stringify({ eventId: '1', type: 'message.created', data: { senderType: 'customer', text: 'Hi' } })
  assert.equal((await receiver.fetch(request({}))).status, 401)
  assert.equal((await receiver.fetch(request(sign(secret, body)))).status, 204)
})

function sign(secret: string, body: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signature = createHmac('sha256', secret).update(`${timestamp};${body}`).digest('hex')
  return { 'x-webhook-timestamp': timestamp, 'x-webhook-signature': signature }
}

test('types of the client refuse what the service would', async () => {
  const file = join(directory, 'wrong.ts')
  await writeFile(
    file,
    `import { createParley, type WebhookEvent } from 'parley-client'
const parley = createParley({ baseUrl: 'http://127.0.0.1:1' })
export async function use(event: WebhookEvent) {
  // @ts-expect-error no such path
  await parley.GET('/chat/nothing')
  // @ts-expect-error a path that only reads
  await parley.POST('/chat/members')
  // @ts-expect-error the path's parameter is missing
  await parley.GET('/chat/conversations/{id}')
  // @ts-expect-error no such status
  await parley.GET('/chat/conversations', { params: { query: { status: 'closed' } } })
  // @ts-expect-error not a list in pages
  parley.list('/chat/members')
  // @ts-expect-error no such field
  await parley.contacts.get('ada', { fields: ['shoeSize'] })
  const contact = await parley.contacts.get('ada', { fields: ['email'] })
  // @ts-expect-error a field that was not asked for
  contact?.phone
  const { data } = await parley.GET('/chat/conversations/{id}', { params: { path: { id: 'a' } } })
  const id: string = data.id
  // @ts-expect-error may be null
  const name: string = data.customerName
  for await (const { text } of parley.list('/chat/conversations/{id}/messages', { params: { path: { id } } })) text.at(0)
  if (event.type === 'conversation.state_changed' && 'status' in event.data) {
    const now: 'open' | 'resolved' = event.data.status
    // @ts-expect-error another event's
    event.data.tags
    return [name, now]
  }
  if (event.type === 'customer.created' && !('truncated' in event.data)) return event.data.customerId
  // @ts-expect-error no such event
  return event.type === 'message.shouted'
}
`,
  )
  await checkTypes([file])
})

/** With the compiler that this project uses, and with version 5. */
async function checkTypes(files: string[]): Promise<void> {
  const options = {
    strict: true,
    noEmit: true,
    target: 'es2022',
    module: 'nodenext',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: ['node'],
  }
  const config = join(directory, 'tsconfig.json')
  await writeFile(config, JSON.stringify({ compilerOptions: options, files }))
  for (const place of [import.meta.url, join(CLIENT, 'package.json')]) {
    const tsc = join(createRequire(place).resolve('typescript/package.json'), '../bin/tsc')
    await run(process.execPath, [tsc, '-p', config]).catch(({ stdout }) => assert.fail(`${tsc}\n${stdout}`))
  }
}

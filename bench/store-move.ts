import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { peakOf, runParley } from './child.ts'
import { freshDatabase } from './database.ts'
import { type Running, startService } from './service.ts'

// npm run bench:store-move — `parley store export` of a large store and `parley store import` into another service, on
// PostgreSQL (databases of their own on BENCH_SERVER_URL): REST answers that differ, files that differ, time and the most memory of
// command and service. CONVERSATIONS: 100,000 unless told; FILES: uploads of 10 MB, 200 unless told (2 GB).

const CONVERSATIONS = Number(process.env.CONVERSATIONS ?? 100_000)
const FILES = Number(process.env.FILES ?? 200)
const FILE_BYTES = 10_000_000
const SERVER = process.env.BENCH_SERVER_URL ?? 'postgres://root@127.0.0.1:5432/postgres'
/** Files that one shopper sends: fewer than the limit for one in a minute. */
const FILES_OF_ONE = 10
/** Conversations whose own answers are compared, beside every page of the list. */
const COMPARED_MAX = 1_000

const directory = mkdtempSync(join(tmpdir(), 'parley-bench-move-'))
const [source, target] = await Promise.all([open('source'), open('target')])
try {
  const owner = { email: 'mover@example.com', password: 'a password for the benchmark' }
  const store = { name: 'Mover', plan: 'pro', owner }
  const { shopId, appId } = await source.operator<{ shopId: string; appId: string }>('POST', '/stores', store)
  const { key } = await source.operator<{ key: string }>('POST', `/stores/${shopId}/keys`, { name: 'Bench' })
  await fill(shopId)
  const files = await upload(appId)
  const file = join(directory, 'store.parley')
  const exported = await runParley(source, ['store', 'export', shopId, file])
  const sourcePeak = peakOf(source.pid)
  const imported = await runParley(target, ['store', 'import', file])
  const targetPeak = peakOf(target.pid)
  const { compared, different } = await compare(key)
  console.table([
    {
      conversations: CONVERSATIONS,
      'files, GB': (FILES * FILE_BYTES) / 1e9,
      'export, GB': statSync(file).size / 1e9,
      'export, s': Math.round(exported.seconds),
      'import, s': Math.round(imported.seconds),
      'answers compared': compared,
      'answers that differ': different,
      'files that differ': await differingFiles(files),
      'export: command, service, MiB': `${Math.round(exported.peakMb)}, ${Math.round(sourcePeak)}`,
      'import: command, service, MiB': `${Math.round(imported.peakMb)}, ${Math.round(targetPeak)}`,
    },
  ])
} finally {
  await Promise.all([source.stop(), target.stop()])
  rmSync(directory, { recursive: true })
}

async function open(name: string): Promise<Running> {
  const DATABASE_URL = await freshDatabase(SERVER, `parley_bench_move_${name}`)
  return startService({ DATABASE_URL, ROLE: 'web', DATA_DIR: join(directory, name), STOREFRONT_LIMIT_PER_IP: '0' })
}

/** Imports conversations of three messages each, in steps that the service takes. */
async function fill(shopId: string): Promise<void> {
  const step = 1_000
  for (let first = 0; first < CONVERSATIONS; first += step) {
    const lines = Array.from({ length: Math.min(step, CONVERSATIONS - first) }, (_, i) => {
      const n = first + i
      const createdAt = new Date(Date.parse('2026-01-01T00:00:00Z') + n * 60_000).toISOString()
      const say = (m: number) => ({
        id: randomUUID(),
        text: `Message ${m} of ${n}, about an order that is late`,
        createdAt,
      })
      const from = { channel: 'online_store', customerName: `Customer ${n}` }
      const data = { id: `c${n}`, ...from, createdAt, messages: [say(1), say(2), say(3)] }
      return JSON.stringify({ kind: 'conversation', data })
    })
    const path = `/stores/${shopId}/import`
    const { rejected } = await source.operator<{ rejected: object[] }>('POST', path, `${lines.join('\n')}\n`)
    if (rejected.length > 0) throw new Error(`the import refuses ${JSON.stringify(rejected[0])}`)
  }
}

/** Files that shoppers send: their addresses with their digests. */
async function upload(appId: string): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  let signedIn = {}
  for (let n = 0; n < FILES; n++) {
    if (n % FILES_OF_ONE === 0) {
      const { token } = await source.post<{ token: string }>('/storefront/sessions', { appId })
      signedIn = { authorization: `Bearer ${token}`, 'x-app-id': appId }
    }
    const bytes = Buffer.from(randomBytes((FILE_BYTES / 4) * 3).toString('base64'))
    const response = await fetch(`${source.url}/storefront/files?name=${n}.txt`, {
      method: 'POST',
      headers: { ...signedIn, 'content-type': 'text/plain' },
      body: bytes,
    })
    if (!response.ok) throw new Error(`file ${n}: ${response.status} ${await response.text()}`)
    const { data } = (await response.json()) as { data: { id: string; url: string } }
    files.set(data.url, createHash('sha256').update(bytes).digest('hex'))
    const message = { clientId: randomUUID(), text: `File ${n}`, files: [data.id] }
    await source.post('/storefront/messages', message, signedIn)
  }
  return files
}

/** Compares every page of the list of conversations, and messages of some of them, byte by byte. */
async function compare(key: string): Promise<{ compared: number; different: number }> {
  let compared = 0
  let different = 0
  const read = async (path: string) => {
    const [one, other] = await Promise.all(
      [source, target].map(async ({ url }) => {
        const response = await fetch(url + path, { headers: { 'x-api-key': key } })
        return `${response.status} ${await response.text()}`
      }),
    )
    compared++
    if (one !== other) different++
    return JSON.parse((one as string).slice(4)) as { data: { id: string }[]; paging?: { nextCursor: string | null } }
  }
  const ids: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await read(`/chat/conversations?limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
    ids.push(...page.data.map(({ id }) => id))
    cursor = page.paging?.nextCursor ?? null
  }
  const every = Math.ceil(ids.length / COMPARED_MAX)
  for (const [i, id] of ids.entries()) {
    if (i % every !== 0) continue
    await read(`/chat/conversations/${id}`)
    await read(`/chat/conversations/${id}/messages?limit=100`)
  }
  for (const path of ['/chat/members', '/chat/tags', '/chat/webhooks']) await read(path)
  return { compared, different }
}

async function differingFiles(files: Map<string, string>): Promise<number> {
  let different = 0
  for (const [url, digest] of files) {
    const response = await fetch(new URL(new URL(url, source.url).pathname, target.url))
    const found = createHash('sha256')
    for await (const bytes of response.body ?? []) found.update(bytes)
    if (found.digest('hex') !== digest) different++
  }
  return different
}

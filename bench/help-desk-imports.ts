import { openChatwoot, openIntercom, TOKEN } from '#test/doubles/help-desks.ts'
import { peakOf, runParley } from './child.ts'
import { freshDatabase } from './database.ts'
import { startService } from './service.ts'

// npm run bench:help-desk-imports — `parley import-from` of made-up accounts at Chatwoot and Intercom on PostgreSQL (a database
// of its own on BENCH_SERVER_URL): records that are not right after the first run, records that a second run adds, time and the
// most memory that the command had. CONVERSATIONS: of each account, 10,000 unless told.

const CONVERSATIONS = Number(process.env.CONVERSATIONS ?? 10_000)
const DATABASE_URL = await freshDatabase(
  process.env.BENCH_SERVER_URL ?? 'postgres://root@127.0.0.1:5432/postgres',
  'parley_bench_imports',
)
const SOURCES = [
  { name: 'chatwoot', open: openChatwoot, args: (url: string) => ['--url', url, '--account', '7'] },
  { name: 'intercom', open: openIntercom, args: (url: string) => ['--url', url] },
]

type Line = { createdAt: string; status: string; customerName: string; messageCount: number }

const service = await startService({ DATABASE_URL, ROLE: 'web' })
try {
  const rows = []
  for (const { name, open, args } of SOURCES) {
    const desk = await open()
    desk.conversations = CONVERSATIONS
    const owner = { email: `${name}@example.com`, password: 'a password for the benchmark' }
    const { shopId } = await service.operator<{ shopId: string }>('POST', '/stores', { name, plan: 'pro', owner })
    const { key } = await service.operator<{ key: string }>('POST', `/stores/${shopId}/keys`, { name: 'Bench' })
    const command = ['import-from', name, ...args(desk.url), '--token', TOKEN, '--shop', shopId, '--json']
    const first = await runParley(service, command)
    const before = await listAll(key)
    const second = await runParley(service, command)
    const after = await listAll(key)
    rows.push({
      source: name,
      imported: JSON.stringify(JSON.parse(first.stdout).imported),
      wrong: countWrong(before),
      'added by the second run': after.length - before.length,
      'imported by the second run': second.stdout.trim(),
      'first run, s': Math.round(first.seconds),
      'second run, s': Math.round(second.seconds),
      'command, MiB': Math.round(Math.max(first.peakMb, second.peakMb)),
      'service, MiB': Math.round(peakOf(service.pid)),
    })
    await desk.close()
  }
  console.log(`${CONVERSATIONS} conversations of each`)
  console.table(rows)
} finally {
  await service.stop()
}

async function listAll(key: string): Promise<Line[]> {
  const lines: Line[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = `limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
    const response = await fetch(`${service.url}/chat/conversations?${query}`, { headers: { 'x-api-key': key } })
    const page = (await response.json()) as { data: Line[]; paging: { nextCursor: string | null } }
    lines.push(...page.data)
    cursor = page.paging.nextCursor
  }
  return lines
}

/** Conversations that are missing, and such as differ in state, customer or number of messages from the made-up account. */
function countWrong(lines: Line[]): number {
  const begin = Date.parse('2026-03-01T08:00:00Z')
  const byNumber = new Map(lines.map((line) => [(Date.parse(line.createdAt) - begin) / 600_000, line]))
  let wrong = Math.max(0, lines.length - CONVERSATIONS)
  for (let n = 1; n <= CONVERSATIONS; n++) {
    const line = byNumber.get(n)
    const status = n % 4 === 0 ? 'resolved' : 'open'
    // A made-up conversation has 4 to 6 lines; one is activity and one a note.
    const isRight = line?.status === status && line.messageCount === 2 + (n % 3)
    if (!isRight || line.customerName !== `Customer ${Math.ceil(n / 2)}`) wrong++
  }
  return wrong
}

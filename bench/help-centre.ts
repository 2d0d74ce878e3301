import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Random } from '#base/random.ts'
import { median } from './measure.ts'
import { type Running, start, startService } from './service.ts'

// npm run bench:help-centre — pages and searches of a help centre of 10,000 articles in five languages, on one core,
// beside a bare server that sends as many bytes. Goals: 99 % of pages within 20 ms, of searches within 100 ms.
// ROUNDS: requests of each kind, 2,000 unless told; BENCH_DATABASE_URL: PostgreSQL instead of the embedded database.

const ROUNDS = Number(process.env.ROUNDS ?? 2_000)
const LOCALES = ['en', 'de', 'es', 'fr', 'ja']
const PER_LOCALE = 2_000
const COLLECTIONS = 20
const random = Random.of('help centre')
const WORDS = Array.from({ length: 3_000 }, () => syllables(2 + random.below(3)))

function syllables(count: number): string {
  return Array.from({ length: count }, () => random.pick([...'bdfgklmnprstvz']) + random.pick([...'aeiou'])).join('')
}
/** Some words are in many texts, most in few. */
const word = () => WORDS[Math.floor(WORDS.length * random.fraction() ** 3)] as string
const words = (count: number) => Array.from({ length: count }, word).join(' ')

const articleOf = (n: number, locale: string) => ({
  kind: 'faq',
  data: {
    id: `${locale}-${n}`,
    locale,
    slug: `article-${n}`,
    translationGroupId: `group-${n}`,
    collection: `Collection ${n % COLLECTIONS}`,
    question: `${words(5)}?`,
    answer: words(40),
    body: [words(60), `## ${words(3)}`, `- ${words(8)}\n- ${words(8)}`, words(80)].join('\n\n'),
  },
})

async function fill(service: Running): Promise<string> {
  const owner = { email: 'bench@example.com', password: 'bench password of some length' }
  const store = { name: `Bench ${Date.now()}`, plan: 'pro', owner }
  const { shopId } = await service.operator<{ shopId: string }>('POST', '/stores', store)
  const settings = { helpCentre: { enabled: true, locales: LOCALES } }
  await service.operator('PATCH', `/stores/${shopId}`, { settings })
  for (const locale of LOCALES) {
    for (let from = 0; from < PER_LOCALE; from += 500) {
      const lines = Array.from({ length: 500 }, (_, i) => JSON.stringify(articleOf(from + i, locale)))
      await service.operator('POST', `/stores/${shopId}/import`, lines.join('\n'))
    }
  }
  type Store = { settings: { helpCentre: { handle: string } } }
  return (await service.operator<Store>('GET', `/stores/${shopId}`)).settings.helpCentre.handle
}

/** Requests one after another. */
async function measure(what: string, address: () => string) {
  const times: number[] = []
  let bytes = 0
  for (let i = -50; i < ROUNDS; i++) {
    const begun = performance.now()
    const response = await fetch(address(), { headers: { 'user-agent': 'Mozilla/5.0' } })
    const text = await response.text()
    if (!response.ok) throw new Error(`${what}: ${response.status}`)
    if (i >= 0) times.push(performance.now() - begun)
    bytes = Math.max(bytes, text.length)
  }
  times.sort((a, b) => a - b)
  const p99 = times[Math.floor(times.length * 0.99)] as number
  return { what, 'median ms': median(times).toFixed(1), 'p99 ms': p99.toFixed(1), bytes }
}

/** Keeps a process on the first core, and this one on the others. */
const pin = ({ pid }: Running) => execFileSync('taskset', ['-a', '-p', '-c', '0', String(pid)], { stdio: 'ignore' })

const databaseUrl = process.env.BENCH_DATABASE_URL
const directory = mkdtempSync(join(tmpdir(), 'parley-bench-help-centre-'))
const database: Record<string, string> = databaseUrl ? { DATABASE_URL: databaseUrl } : { DATA_DIR: directory }
const service = await startService({ STOREFRONT_LIMIT_PER_IP: '0', ...database })
const bare = await start('bench/help-centre/bare.ts', {})
try {
  const handle = await fill(service)
  for (const one of [service, bare]) pin(one)
  const of = (path: string) => `${service.url}/help/${handle}/${random.pick(LOCALES)}${path}`
  const rows = [
    await measure('bare page', () => bare.url),
    await measure('home', () => of('')),
    await measure('article', () => of(`/articles/article-${random.below(PER_LOCALE)}`)),
    await measure('search, one word', () => of(`/search?q=${word()}`)),
    await measure('search, three words', () => of(`/search?q=${encodeURIComponent(words(3))}`)),
    await measure('search, no hit', () => of(`/search?q=${syllables(7)}`)),
  ]
  console.table(rows)
} finally {
  await Promise.all([service.stop(), bare.stop()])
  rmSync(directory, { recursive: true })
}

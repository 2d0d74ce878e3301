import { randomBytes } from 'node:crypto'
import postgres, { type Sql } from 'postgres'
import { createLogger } from '#base/logger.ts'
import { SecretBox } from '#base/secret-box.ts'
import { CITUS_SETTINGS, ShardedSession } from '#database/citus.ts'
import { begin } from '#database/fence.ts'
import { openPostgres } from '#database/postgres.ts'
import { clientOptions, send } from '#database/send.ts'
import { createDatabase } from '#test/database/database.ts'
import { cpuOfPostgres, median } from './measure.ts'

// npm run bench:fence — what row-level security costs on Citus (docs/decisions/0064-the-fence-on-citus.md): statements as the
// service sends them, beside the same ones kept apart by `$1` alone. Needs TEST_CITUS_URL, with all nodes on this machine.

const TIMES = Number(process.env.TIMES ?? 1_000)
const ROUNDS = 5
const SHOP = 'shop_bench'

const database = await createDatabase()
const opened = await openPostgres(database.url, new SecretBox([randomBytes(32)]), createLogger('silent'))
const settings = { plan_cache_mode: 'force_custom_plan', 'citus.multi_task_query_log_level': 'error' }
const connect = (connection: Record<string, string>) =>
  postgres(database.url, { ...clientOptions, max: 1, connection: { ...settings, ...connection } })
const fenced = connect({ role: 'parley_app', ...CITUS_SETTINGS })
const open = connect({}) // a superuser passes through row-level security, on workers too
const session = new ShardedSession({ client: fenced })

const READ = 'select id, name, email from contacts where shop_id = $1 and id = $2'
const WRITE = 'update contacts set name = $3 where shop_id = $1 and id = $2'
const one = (i: number) => [SHOP, `c${i % 1_000}`]

async function transaction(client: Sql, i: number, isFenced: boolean): Promise<void> {
  const begun = isFenced ? begin(client, SHOP, true) : send(client, 'begin')
  const read = send(client, READ, one(i))
  await Promise.all([begun, read])
  await send(client, WRITE, [...one(i), `name ${i}`])
  await Promise.all([send(client, WRITE, [...one(i), `name ${i}!`]), send(client, 'commit')])
}

const CASES: Record<string, [withFence: (i: number) => Promise<unknown>, without: (i: number) => Promise<unknown>]> = {
  'one read': [(i) => session.query(SHOP, READ, one(i)), (i) => send(open, READ, one(i))],
  'one write': [
    (i) => session.query(SHOP, WRITE, [...one(i), `name ${i}`]),
    (i) => send(open, WRITE, [...one(i), `name ${i}`]),
  ],
  'a transaction of three': [(i) => transaction(fenced, i, true), (i) => transaction(open, i, false)],
}

/** Milliseconds of the clock and microseconds of all nodes' processors, each time. */
async function run(act: (i: number) => Promise<unknown>): Promise<{ ms: number; cpu: number }> {
  const name = new URL(database.url).pathname.slice(1)
  const times: number[] = []
  const before = cpuOfPostgres(name)
  for (let i = 0; i < TIMES; i++) {
    const begun = performance.now()
    await act(i)
    times.push(performance.now() - begun)
  }
  return { ms: median(times), cpu: (cpuOfPostgres(name) - before) / TIMES }
}

try {
  const shop = opened.shop(SHOP)
  await shop.query(
    "insert into shops (shop_id, app_id, name, installed_at, created_at) values ($1, 'app_bench', 'Bench', now(), now())",
  )
  await shop.query(
    `insert into contacts (shop_id, id, type, name, created_at)
     select s.shop_id, 'c' || n, 'customer', 'Ada', now() from shops s, generate_series(0, 999) n where s.shop_id = $1`,
  )
  const rows: object[] = []
  for (const [what, [withFence, without]] of Object.entries(CASES)) {
    const runs: [Awaited<ReturnType<typeof run>>[], Awaited<ReturnType<typeof run>>[]] = [[], []]
    await run(withFence)
    await run(without)
    for (let round = 0; round < ROUNDS; round++) {
      runs[0].push(await run(withFence))
      runs[1].push(await run(without))
    }
    const of = (which: 0 | 1, figure: 'ms' | 'cpu') => median(runs[which].map((each) => each[figure]))
    rows.push({
      what,
      'processor, µs': `${Math.round(of(0, 'cpu'))} : ${Math.round(of(1, 'cpu'))}`,
      'processor, ratio': (of(0, 'cpu') / of(1, 'cpu')).toFixed(2),
      'clock, ms': `${of(0, 'ms').toFixed(2)} : ${of(1, 'ms').toFixed(2)}`,
      'clock, ratio': (of(0, 'ms') / of(1, 'ms')).toFixed(2),
    })
  }
  console.log(`\nBoth fences : $1 alone, medians of ${ROUNDS} runs of ${TIMES} each`)
  console.table(rows)
} finally {
  await Promise.all([fenced.end(), open.end(), opened.close()])
  await database.drop()
}

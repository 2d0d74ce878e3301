import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EMBEDDED_SIZES, type Place, prepareData, SIZES } from './data.ts'
import { type Cost, compare, type Load, requireWrk } from './measure.ts'
import { start, startService } from './service.ts'

// npm run bench:rest — the four main calls against the straightforward server, on the same data, in one run: on
// PostgreSQL (BENCH_DATABASE_URL) or, with BENCH_EMBEDDED=1, on the embedded database.

requireWrk()
const scratch = mkdtempSync(join(tmpdir(), 'parley-bench-'))
const isEmbedded = process.env.BENCH_EMBEDDED === '1'
const place: Place = isEmbedded
  ? { dataDir: join(scratch, 'ours') }
  : { databaseUrl: process.env.BENCH_DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/parley_bench' }
const sizes = isEmbedded ? EMBEDDED_SIZES : SIZES
const store = await prepareData(place, sizes)
if (isEmbedded) cpSync(join(scratch, 'ours/pg'), join(scratch, 'bare'), { recursive: true })

const service = await startService({ DATABASE_URL: place.databaseUrl ?? '', DATA_DIR: place.dataDir ?? '' })
const bare = await start('bench/baseline-server.ts', {
  BARE_DATABASE_URL: place.databaseUrl ?? '',
  BARE_DIRECTORY: join(scratch, 'bare'),
  BARE_KEY: store.key,
  BARE_SHOP: store.shopId,
})

const conversation = '/chat/conversations/conversation-{n}'
const reply = { text: 'Thanks for asking! It left our warehouse today 🚚', memberId: store.memberId }

const WORK: { name: string; path: string; body?: object; floor: string }[] = [
  { name: 'list of 20 conversations', path: '/chat/conversations', floor: 'rate >= 2.0, CPU <= 0.55' },
  { name: 'one conversation', path: conversation, floor: 'rate >= 1.5' },
  { name: 'messages of 50', path: '/chat/conversations/conversation-1/messages', floor: 'rate >= 2.0, CPU <= 0.55' },
  { name: 'posting a message', path: `${conversation}/messages`, body: reply, floor: 'rate >= 0.8' },
]

try {
  const rows = []
  for (const { name, path, body, floor } of WORK) {
    const load = ({ url, pid }: { url: string; pid: number }): Load => ({
      url,
      pid,
      path,
      body,
      random: sizes.conversations,
      key: store.key,
      database: place.databaseUrl && new URL(place.databaseUrl).pathname.slice(1),
    })
    const [ours, plain] = await compare(load(service), load(bare))
    rows.push({ work: name, ...ratios(ours, plain), floor })
  }
  console.log(isEmbedded ? 'Embedded database' : 'PostgreSQL', `with ${sizes.conversations} conversations`)
  console.table(rows)
} finally {
  await service.stop()
  await bare.stop()
  rmSync(scratch, { recursive: true, force: true })
}

function ratios(ours: Cost, plain: Cost) {
  const total = (cost: Cost) => cost.serverCpu + cost.databaseCpu
  return {
    'our rps': Math.round(ours.rps),
    'bare rps': Math.round(plain.rps),
    'rate ratio': (ours.rps / plain.rps).toFixed(2),
    'our CPU us (server+db)': `${ours.serverCpu.toFixed(0)}+${ours.databaseCpu.toFixed(0)}`,
    'bare CPU us': `${plain.serverCpu.toFixed(0)}+${plain.databaseCpu.toFixed(0)}`,
    'CPU ratio': (total(ours) / total(plain)).toFixed(2),
    'p99 ms': `${ours.p99.toFixed(1)} / ${plain.p99.toFixed(1)}`,
    'rss MB': `${ours.rssMb.toFixed(0)} / ${plain.rssMb.toFixed(0)}`,
  }
}

import { prepareData, SIZES } from './data.ts'
import { type Cost, compare, type Load, requireWrk } from './measure.ts'
import { start, startService } from './service.ts'

// npm run bench:rest — the four main calls against the straightforward server, on one database, in one run.

requireWrk()
const databaseUrl = process.env.BENCH_DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/parley_bench'
const store = await prepareData(databaseUrl)
const service = await startService({ DATABASE_URL: databaseUrl })
const bare = await start('bench/bare.ts', {
  BARE_DATABASE_URL: databaseUrl,
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
    const load = (server: { url: string; pid: number }): Load => ({
      url: server.url,
      pid: server.pid,
      path,
      body,
      random: SIZES.conversations,
      key: store.key,
    })
    const [ours, plain] = await compare(load(service), load(bare))
    rows.push({ work: name, ...ratios(ours, plain), floor })
  }
  console.table(rows)
} finally {
  await service.stop()
  await bare.stop()
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

import { LONG_THREAD, prepareData, SIZES } from './data.ts'
import { type Load, measure, median, requireWrk } from './measure.ts'
import { startService } from './service.ts'

// npm run bench:curve — deep pages beside first ones, and a store of two million messages beside one of two thousand:
// what a page costs must not depend on where it lies or on how much lies around it.

requireWrk()
const databaseUrl = process.env.BENCH_DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/parley_bench'
const small = { conversations: 200, messagesEach: 10, otherStores: 0, otherConversations: 0 }
const large = await prepareData({ databaseUrl })
const tiny = await prepareData({ databaseUrl }, small)
const service = await startService({ DATABASE_URL: databaseUrl })

/** The cursor that opaque cursors hold: only a benchmark may make one by hand, to land in the middle of a list. */
async function cursorAt(key: string, path: string, pages: number): Promise<string> {
  let cursor = ''
  for (let page = 0; page < pages; page++) {
    const response = await fetch(`${service.url}${path}${cursor && `&cursor=${cursor}`}`, {
      headers: { 'x-api-key': key },
    })
    cursor = ((await response.json()) as { paging: { nextCursor: string } }).paging.nextCursor
  }
  return cursor
}

try {
  const list = '/chat/conversations?limit=20'
  const thread = '/chat/conversations/conversation-1/messages?limit=50'
  const deepList = await cursorAt(large.key, '/chat/conversations?limit=100', SIZES.conversations / 200)
  const deepThread = await cursorAt(large.key, thread, LONG_THREAD / 50 - 2)
  const pages: [string, string, string][] = [
    ['first page, store of 2,000 messages', tiny.key, list],
    ['first page, store of 2,000,000 messages', large.key, list],
    [`page after ${SIZES.conversations / 2} conversations`, large.key, `${list}&cursor=${deepList}`],
    ['first 50 messages of a thread', large.key, thread],
    [`last 50 of its ${LONG_THREAD}`, large.key, `${thread}&cursor=${deepThread}`],
  ]
  const costs = pages.map(() => [] as number[])
  for (let round = 0; round < 4; round++) {
    for (const [i, [, key, path]] of pages.entries()) {
      const load: Load = { url: service.url, pid: service.pid, path, key, seconds: 2 }
      const cost = await measure(load)
      if (round > 0) costs[i]?.push(cost.serverCpu + cost.databaseCpu)
    }
  }
  const totals = costs.map(median)
  console.table(
    pages.map(([name], i) => ({
      page: name,
      'CPU us (server and database)': totals[i]?.toFixed(0),
      'beside its first page': ((totals[i] as number) / (totals[i < 3 ? 0 : 3] as number)).toFixed(2),
      floor: i === 0 || i === 3 ? '' : '<= 1.10',
    })),
  )
} finally {
  await service.stop()
}

import { prepareData } from './data.ts'
import { measureFilters } from './inbox/filters.ts'
import { signInMembers } from './inbox/members.ts'
import { addVariety } from './inbox/variety.ts'
import { startService } from './service.ts'

// npm run bench:inbox-filters — the list of a store of 200,000 conversations, by every filter that a saved view or a
// report's link may have and by every two of them, common values and rare ones, on PostgreSQL while nobody writes.

const databaseUrl = process.env.BENCH_DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/parley_bench_inbox'
const { shopId, memberId } = await prepareData(
  { databaseUrl },
  { conversations: 200_000, messagesEach: 5, otherStores: 0, otherConversations: 0 },
)
await addVariety(databaseUrl, shopId)
const service = await startService({ DATABASE_URL: databaseUrl })
try {
  const [cookie = ''] = await signInMembers(service, shopId, 1)
  await measureFilters(memberId, async (query) => {
    const begun = performance.now()
    const answer = await fetch(`${service.url}/api/chat/conversations?limit=40&${query}`, { headers: { cookie } })
    const body = await answer.text()
    if (!answer.ok) throw new Error(`${query}: ${answer.status} ${body}`)
    return performance.now() - begun
  })
} finally {
  await service.stop()
}

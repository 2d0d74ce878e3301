import postgres from 'postgres'
import { prepareData } from './data.ts'
import { signInMembers } from './inbox/members.ts'
import { addVariety, COMMON, RARE } from './inbox/variety.ts'
import { median } from './measure.ts'
import { startService } from './service.ts'

// npm run bench:inbox-access — what a member asks for whose store limits conversation access, of 200,000 conversations: of a
// team that has half of them, and of one that has 20 of the oldest; beside the same member while the store limits nothing.

const databaseUrl = process.env.BENCH_DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/parley_bench_inbox'
const ROUNDS = 15
const { shopId } = await prepareData(
  { databaseUrl },
  { conversations: 200_000, messagesEach: 5, otherStores: 0, otherConversations: 0 },
)
await addVariety(databaseUrl, shopId)
const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
await sql`select set_config('app.shop_id', '*', false)`
const member = 'bench-member-1'
const service = await startService({ DATABASE_URL: databaseUrl })
const day = 86_400_000
const span = `from=${new Date(Date.now() - 30 * day).toISOString()}&to=${new Date().toISOString()}`
const ASKED = {
  'all open': '/conversations?limit=40&status=open',
  everything: '/conversations?limit=40',
  unassigned: '/conversations?limit=40&status=open&assigneeId=unassigned',
  counts: '/conversations/counts',
  search: '/search?q=order',
  'search in all messages': '/search/messages?q=zebra',
  notifications: '/notifications',
  'report of 30 days': `/reports?${span}`,
}

/** Milliseconds of each request, the median of some, one after another. */
async function ask(cookie: string): Promise<Record<string, number>> {
  const times: Record<string, number> = {}
  for (const [name, path] of Object.entries(ASKED)) {
    const taken: number[] = []
    for (let i = 0; i < ROUNDS; i++) {
      const begun = performance.now()
      const answer = await fetch(`${service.url}/api/chat${path}`, { headers: { cookie } })
      await answer.text()
      taken.push(performance.now() - begun)
    }
    times[name] = median(taken)
  }
  return times
}

try {
  const [, cookie = ''] = await signInMembers(service, shopId, 2)
  const choose = async (access: string, team: string | null) => {
    await sql`update teams set member_ids = '{}' where shop_id = ${shopId}`
    if (team) await sql`update teams set member_ids = ${[member]} where shop_id = ${shopId} and id = ${team}`
    await sql`update shops set conversation_access = ${access} where shop_id = ${shopId}`
  }
  await choose('all', null)
  await ask(cookie)
  const all = await ask(cookie)
  const limited: Record<string, Record<string, number>> = {}
  for (const [name, access, team] of [
    ['half', 'teams', COMMON.team],
    ['20 of the oldest', 'teams', RARE.team],
    ['20 and unassigned', 'teams_and_unassigned', RARE.team],
  ] as const) {
    await choose(access, team)
    limited[name] = await ask(cookie)
  }
  await choose('all', null)
  console.table(
    Object.fromEntries(
      Object.keys(ASKED).map((name) => {
        const before = all[name] as number
        const cells = Object.entries(limited).map(([who, times]) => {
          const now = times[name] as number
          return [who, `${now.toFixed(1)} ms, ${(now / before).toFixed(2)} ×`]
        })
        return [name, { all: `${before.toFixed(1)} ms`, ...Object.fromEntries(cells) }]
      }),
    ),
  )
} finally {
  await service.stop()
  await sql.end()
}

import { COMMON, RARE } from './variety.ts'

// Every filter that a saved view or a report's link narrows the list by, alone and with each other one, each with a value
// that is common and one that is rare: how long the first page takes.

const GOAL_MS = 50
const ALONE_ROUNDS = Number(process.env.ALONE_ROUNDS ?? 100)
const PAIR_ROUNDS = Number(process.env.PAIR_ROUNDS ?? 30)
const DAY_MS = 24 * 60 * 60 * 1000
const OLDEST = 'contact-19999'

const span = (days: number) => {
  const [from, to] = [new Date(Date.now() - days * DAY_MS), new Date()].map((at) =>
    encodeURIComponent(at.toISOString()),
  )
  return `createdFrom=${from}&createdTo=${to}`
}

/** By what they narrow; two of the same never go together. */
const FILTERS: Record<string, string[]> = {
  status: ['status=open', 'status=resolved'],
  channel: ['channel=online_store', 'channel=photo_social'],
  member: ['assigneeId=me', 'assigneeId=unassigned', 'assigneeId={owner}'],
  team: [`team=${COMMON.team}`, `team=${RARE.team}`, 'team=none'],
  tag: [`tag=${COMMON.tag}`, `tag=${RARE.tag}`, 'tag=never', `tag=${COMMON.tag}&tag=${RARE.tag}`],
  unread: ['isRead=false', 'isRead=true'],
  star: ['isStarred=true', 'isStarred=false'],
  snooze: ['isSnoozed=true', 'isSnoozed=false'],
  ai: ['isChatBot=true', 'isChatBot=false'],
  activity: ['activeWithinDays=1', 'activeWithinDays=30', 'activeWithinDays=365'],
  contact: [`customerUuid=${OLDEST}`],
}
/** Filters of reports: each has a period of days. */
const OF_REPORTS: Record<string, string[]> = {
  span: ['', span(1), span(30)],
  rating: ['isRated=true', 'isRated=false', 'rating=5', 'rating=1'],
  reply: ['isReplied=true', 'isReplied=false', 'firstReplyBy={owner}', `firstReplyBy=${RARE.member}`],
  'AI took part': ['hasChatBot=true', 'hasChatBot=false'],
  topic: ['topic=never'],
}

export function askedFor(memberId: string): { alone: string[]; pairs: string[] } {
  const of = (filters: Record<string, string[]>) =>
    Object.entries(filters).map(([name, values]) => ({
      name,
      values: values.map((v) => v.replace('{owner}', memberId)),
    }))
  const alone = of(FILTERS).flatMap(({ values }) => values)
  const pairs = pairsOf(of(FILTERS).map(({ values }) => values))
  const { span: [, day, month] = [], ...narrowed } = OF_REPORTS
  const reported = of(narrowed).flatMap(({ values }) => values)
  return {
    alone: [...alone, day as string, month as string, ...reported.map((one) => `${month}&${one}`)],
    pairs: [...pairs, ...alone.map((one) => `${month}&${one}`)],
  }
}

function pairsOf(kinds: string[][]): string[] {
  return kinds.flatMap((values, at) =>
    kinds.slice(at + 1).flatMap((others) => values.flatMap((one) => others.map((other) => `${one}&${other}`))),
  )
}

/** Prints what each takes, the slowest first; `time` asks once and answers milliseconds. */
export async function measureFilters(memberId: string, time: (query: string) => Promise<number>): Promise<void> {
  const { alone, pairs } = askedFor(memberId)
  const rows = []
  for (const query of alone) rows.push(await measureOne(query, ALONE_ROUNDS, time))
  const both = []
  for (const query of pairs) both.push(await measureOne(query, PAIR_ROUNDS, time))
  console.log('The first page of the list, by one filter')
  console.table(rows.map(toPrint))
  const over = both.filter(({ p99 }) => p99 > GOAL_MS)
  console.log(`By two: ${both.length} pairs, ${over.length} of them over ${GOAL_MS} ms; the slowest`)
  console.table(
    both
      .toSorted((a, b) => b.p50 - a.p50)
      .slice(0, Math.max(20, over.length))
      .map(toPrint),
  )
}

async function measureOne(query: string, rounds: number, time: (query: string) => Promise<number>) {
  const times: number[] = []
  for (let i = -3; i < rounds; i++) {
    const took = await time(query)
    if (i >= 0) times.push(took)
    else if (took > 2_000) return { query, p50: took, p99: took } // no need to ask again
  }
  times.sort((a, b) => a - b)
  const at = (part: number) => times[Math.floor(times.length * part)] as number
  return { query, p50: at(0.5), p99: at(0.99) }
}

const toPrint = ({ query, p50, p99 }: { query: string; p50: number; p99: number }) => ({
  filters: decodeURIComponent(query).replace(/createdFrom=(\S+?)T.+?createdTo=[^&]+/, 'since $1'),
  'p50 ms': p50.toFixed(1),
  'p99 ms': p99.toFixed(1),
  over: p99 > GOAL_MS ? 'over' : '',
})

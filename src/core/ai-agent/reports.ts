import type { Caller } from '#core/caller.ts'
import { readSpan } from '#core/stores/reports.ts'
import { countDecisions, type DecisionCount } from '#storage/ai-agent/decisions.ts'

interface Figures {
  answered: number
  askedBack: number
  handedOver: number
  /** Answers that customers called helpful, and unhelpful. */
  helpful: number
  unhelpful: number
}

/** What the AI agent did in a period: in all, by topic (null: none was found), and why it handed off. */
export interface AiAgentReport {
  total: Figures
  topics: (Figures & { topic: string | null })[]
  reasons: { reason: string; count: number }[]
}

/** INVALID_PARAMS if `from` or `to` is not a time, or if they are more than REPORT_DAYS_MAX days apart. */
export async function makeAiAgentReport(
  { shop, access = null }: Caller,
  request: { from: string; to: string },
): Promise<AiAgentReport> {
  const { from, to } = readSpan(request)
  const counts = await countDecisions(shop, access, from, to)
  const topics = [...Map.groupBy(counts, ({ topic }) => topic)].map(([topic, rows]) => ({ topic, ...sum(rows) }))
  const reasons = Map.groupBy(
    counts.filter(({ act }) => act === 'hand_over'),
    ({ reason }) => reason ?? 'unknown',
  )
  return {
    total: sum(counts),
    topics,
    reasons: [...reasons].map(([reason, rows]) => ({ reason, count: rows.reduce((all, { count }) => all + count, 0) })),
  }
}

function sum(rows: DecisionCount[]): Figures {
  const of = (act: DecisionCount['act']) => rows.reduce((all, row) => all + (row.act === act ? row.count : 0), 0)
  return {
    answered: of('answer'),
    askedBack: of('ask_back'),
    handedOver: of('hand_over'),
    helpful: rows.reduce((all, { helpful }) => all + helpful, 0),
    unhelpful: rows.reduce((all, { unhelpful }) => all + unhelpful, 0),
  }
}

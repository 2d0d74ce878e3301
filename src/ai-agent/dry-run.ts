import { notFound } from '#core/errors.ts'
import type { Shop } from '#database/database.ts'
import { readTurnContext, type TurnContext } from '#storage/ai-agent/context.ts'
import { type DecideParts, decide } from './decide.ts'
import { buildTurn, saidIn } from './read-turn.ts'
import type { Decision, TurnLine } from './turn.ts'

/** Messages that are read for a suggestion, and of a conversation that is replayed. */
const LINES_MAX = 60
const REPLAY_MAX = 200

/** What the AI agent would do about a conversation, without writing anything. */
export interface DryRun {
  /** The customer's words that were answered, and what was said to them then. */
  asked: string[]
  saidThen: string | null
  decision: Decision
}

/** What it would answer now: to what nobody has answered, or else to the customer's last words. NOT_FOUND for no conversation. */
export async function suggestReply(shop: Shop, conversationId: string, parts: DecideParts): Promise<DryRun | null> {
  const { context, lines } = await read(shop, conversationId, LINES_MAX)
  const turn = splitTurns(lines).at(-1)
  return turn ? tryTurn(shop, context, turn, parts) : null
}

/** A conversation that took place, asked again with today's settings and articles: each of the customer's turns. */
export async function replay(shop: Shop, conversationId: string, parts: DecideParts): Promise<DryRun[]> {
  const { context, lines } = await read(shop, conversationId, REPLAY_MAX)
  const runs: DryRun[] = []
  for (const turn of splitTurns(lines)) runs.push(await tryTurn(shop, context, turn, parts))
  return runs
}

async function read(shop: Shop, conversationId: string, limit: number) {
  const context = await readTurnContext(shop, conversationId, limit)
  if (!context) throw notFound('Conversation')
  return { context, lines: saidIn(context) }
}

interface PastTurn {
  before: TurnLine[]
  asked: TurnLine[]
  answer: TurnLine | null
}

/** The customer's turns of a conversation: rows of their messages, each with the line that followed. */
export function splitTurns(lines: TurnLine[]): PastTurn[] {
  const turns: PastTurn[] = []
  lines.forEach((line, i) => {
    if (line.senderType !== 'customer') return
    const last = turns.at(-1)
    if (last && lines[i - 1]?.senderType === 'customer') last.asked.push(line)
    else turns.push({ before: lines.slice(0, i), asked: [line], answer: null })
  })
  return turns.map(({ before, asked }) => ({ before, asked, answer: lines[before.length + asked.length] ?? null }))
}

async function tryTurn(shop: Shop, context: TurnContext, turn: PastTurn, parts: DecideParts): Promise<DryRun> {
  const { before, asked, answer } = turn
  const texts = asked.map(({ text }) => text)
  const run = buildTurn(shop, context, { lines: [...before, ...asked], asked: texts, hasAskedBack: false, asker: null })
  const decision = await decide(run, parts)
  return { asked: texts, saidThen: answer?.text ?? null, decision }
}

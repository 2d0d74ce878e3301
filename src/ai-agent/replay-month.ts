import { setImmediate } from 'node:timers/promises'
import { currentTime } from '#base/clock.ts'
import { requireCursor } from '#core/checks.ts'
import { notFound } from '#core/errors.ts'
import { REPLAYED_DAYS, REPLAYED_QUESTIONS_MAX } from '#core/limits.ts'
import { tellingStems } from '#core/search/likeness.ts'
import { decodeCursor, encodeCursor } from '#database/cursor.ts'
import type { Shop } from '#database/database.ts'
import { listAskedConversations } from '#storage/ai-agent/asked.ts'
import { readTokens } from '#storage/ai-agent/usage.ts'
import { type DecideParts, decide } from './decide.ts'
import { readPastQuestions } from './past-questions.ts'

/** Conversations that one request replays. */
const CONVERSATIONS = { offline: 10, model: 2 } as const
/** Share of the shorter text's telling words that the other one has, from which two answers say much the same. */
const ALIKE = 0.4
const DAY_MS = 24 * 60 * 60 * 1000

/** One step of a replay: what the AI agent would do today about the questions of some conversations. */
export interface ReplayStep {
  questions: number
  answered: number
  /** Answers much the same as what a member answered then, unlike it, and where no member answered. */
  alike: number
  different: number
  unknown: number
  askedBack: number
  handedOff: number
  /** Questions that an order would answer: none is looked up. */
  aboutOrders: number
  /** Tokens that the store's model took meanwhile, those of live conversations included. */
  tokens: number
  /** Answers unlike what a member answered. */
  differences: { conversationId: string; asked: string[]; said: string; team: string }[]
  /** At how many questions the steps end. */
  questionsMax: number
  /** For the next step; null after the last one. */
  nextCursor: string | null
}

/**
 * Asks the AI agent the questions of the last 30 days again, newest conversations first, with today's articles and settings,
 * and compares its answers with what members answered then. Nothing is written, and orders are not looked up.
 */
export async function replayMonth(
  shop: Shop,
  { cursor, asksModel }: { cursor: string | null; asksModel: boolean },
  parts: DecideParts,
): Promise<ReplayStep> {
  const place = cursor === null ? { done: 0, after: null } : readPlace(cursor)
  requireCursor(cursor, () => place !== null)
  const { done, after } = place ?? { done: 0, after: null }
  const how = asksModel && parts.model ? 'model' : 'offline'
  const questionsMax = REPLAYED_QUESTIONS_MAX[how]
  let isAboutOrder = false
  const find = () => {
    isAboutOrder = true
    return Promise.reject(notFound('Order'))
  }
  const tools = { ...parts, model: how === 'model' ? parts.model : undefined, lookups: { find } }
  const today = currentTime().toISOString().slice(0, 10)
  const tokensBefore = await readTokens(shop, today)
  const step: ReplayStep = { ...NOTHING, differences: [], questionsMax, nextCursor: null }
  const since = currentTime().getTime() - REPLAYED_DAYS * DAY_MS
  const listed = await listAskedConversations(shop, after, CONVERSATIONS[how] + 1)
  const page = listed.slice(0, CONVERSATIONS[how]).filter(({ lastActive }) => (lastActive?.getTime() ?? 0) >= since)
  for (const { id } of page) {
    for (const { turn, teamAnswer } of await readPastQuestions(shop, id)) {
      if (done + step.questions >= questionsMax) break
      step.questions++
      isAboutOrder = false
      const decision = await decide(turn, tools)
      await setImmediate() // other requests have their turn
      if (isAboutOrder) step.aboutOrders++
      else if (decision.act === 'hand_over') step.handedOff++
      else if (decision.act === 'ask_back') step.askedBack++
      else {
        step.answered++
        if (teamAnswer === null) step.unknown++
        else if (isAlike(decision.text, teamAnswer)) step.alike++
        else {
          step.different++
          step.differences.push({ conversationId: id, asked: turn.asked, said: decision.text, team: teamAnswer })
        }
      }
    }
  }
  step.tokens = Math.max(0, (await readTokens(shop, today)) - tokensBefore)
  const last = page.at(-1)
  const isMore = listed.length > CONVERSATIONS[how] && page.length === CONVERSATIONS[how]
  if (last && isMore && done + step.questions < questionsMax) {
    step.nextCursor = encodeCursor([done + step.questions, last.lastActive?.getTime() ?? null, last.id])
  }
  return step
}

const NOTHING = {
  ...{ questions: 0, answered: 0, alike: 0, different: 0, unknown: 0, askedBack: 0, handedOff: 0, aboutOrders: 0 },
  tokens: 0,
}

/** Null for a cursor that `replayMonth` did not make. */
function readPlace(cursor: string) {
  const parts = decodeCursor(cursor, ['number', 'time', 'string'])
  if (!parts) return null
  const [done, time, id] = parts as [number, number | null, string]
  return done < 0 ? null : { done, after: { id, lastActive: time === null ? null : new Date(time) } }
}

/** Whether two answers have most telling words of the shorter one in common. */
function isAlike(one: string, other: string): boolean {
  const [a, b] = [tellingStems(one), tellingStems(other)]
  const least = Math.min(a.size, b.size)
  return least > 0 && a.intersection(b).size / least >= ALIKE
}

import type { Shop } from '#database/database.ts'
import { readTurnContext } from '#storage/ai-agent/context.ts'
import { splitTurns } from './dry-run.ts'
import { buildTurn, saidIn } from './read-turn.ts'
import type { Turn } from './turn.ts'

/** Newest messages of a conversation that are read, and the newest questions in these. */
const LINES_MAX = 60
const QUESTIONS_MAX = 5

/** What a customer asked once, to be decided again. */
export interface PastQuestion {
  turn: Turn
  /** What a member answered before the customer wrote again; null where none did. */
  teamAnswer: string | null
}

/** The newest questions of a conversation that took place, each with what was said before it. */
export async function readPastQuestions(shop: Shop, conversationId: string): Promise<PastQuestion[]> {
  const context = await readTurnContext(shop, conversationId, LINES_MAX)
  if (!context || context.isClosed) return [] // deleted meanwhile, or a person who is kept out
  const lines = saidIn(context)
  return splitTurns(lines)
    .slice(-QUESTIONS_MAX)
    .filter(({ asked }) => asked.some(({ text }) => text.trim() !== ''))
    .map(({ before, asked }) => {
      const after = lines.slice(before.length + asked.length)
      const next = after.findIndex(({ senderType }) => senderType === 'customer')
      const answers = next === -1 ? after : after.slice(0, next)
      return {
        turn: buildTurn(shop, context, {
          lines: [...before, ...asked],
          asked: asked.map(({ text }) => text),
          hasAskedBack: false,
          asker: null,
        }),
        teamAnswer: answers.find(({ senderType }) => senderType === 'agent')?.text ?? null,
      }
    })
}

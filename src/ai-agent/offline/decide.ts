import type { Platform } from '#core/commerce/platform.ts'
import { searchArticles } from '#core/knowledge/answers.ts'
import type { Decision, Turn } from '../turn.ts'
export async function decideOffline(turn: Turn, _: { platform: Platform }): Promise<Decision> {
  const question = turn.asked.join(' ')
  const trace = { language: 'en' as const, intent: 'article', candidates: [], confidence: null, checks: [] }
  const base = { language: 'en' as const, topic: null, trace }
  if (/person|human/.test(question)) return { act: 'hand_over', reason: 'asked_for', ...base }
  const [best] = await searchArticles(turn.caller, question, 3)
  if (best)
    return {
      act: 'answer',
      text: best.answer,
      faqs: [{ id: best.id, question: best.question, url: best.url }],
      products: [],
      ...base,
    }
  return turn.hasAskedBack
    ? { act: 'hand_over', reason: 'unsure', ...base }
    : { act: 'ask_back', text: 'Can you say that in other words?', ...base }
}

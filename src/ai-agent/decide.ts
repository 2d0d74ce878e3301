import type { Platform } from '#core/commerce/platform.ts'
import type { Decision, HandOverReason, Turn } from './turn.ts'

/** Decides a turn. What decides is loaded with the first one: a process without any has nothing of it in memory. */
export async function decide(turn: Turn, platform: Platform): Promise<Decision> {
  const { decideOffline } = await import('./offline/decide.ts')
  return decideOffline(turn, { platform })
}

/** A hand-over by a rule, which needs no understanding of what was asked but for its language. */
export async function decideHandOver(
  { asked, locale }: { asked: string[]; locale: string | null },
  reason: HandOverReason,
): Promise<Decision> {
  const { detectLanguage } = await import('./understanding/language.ts')
  const language = detectLanguage(asked, locale)
  const trace = { language, intent: 'none', candidates: [], confidence: null, checks: [] }
  return { act: 'hand_over', reason, language, topic: null, trace }
}

import type { ActiveGuidance } from '#core/guidance/guidance.ts'
import { hasWords } from '#core/rules/conditions.ts'
import { confidencesOf } from '../../retrieval/confidence.ts'
import type { Candidate } from '../../retrieval/prepare.ts'
import { rankArticles } from '../../retrieval/rank.ts'
import { loadWordVectors } from '../../retrieval/word-vectors.ts'
import { normalizeText } from '../../understanding/normalize-text.ts'
import type { Intent, Understanding } from '../../understanding/understand.ts'
import { EVERYDAY_TOPICS } from './everyday-topics.ts'

/**
 * How alike a message and the phrases of guidance have to be: 0 to 1. On the mattress shop's public questions (bench/agent), with
 * five phrases an intent, 73 of 100 that are taken for a situation are one, and 36 of 100 that are one are recognised without
 * its words; with ten phrases 66 and 54.
 */
const ALIKE = 0.6

/** By what a message was recognised as a situation; null where it was not, though phrases were compared. */
export interface Recognised {
  by: 'phrase' | 'intent' | 'every' | null
  /** How alike it is to the phrases: 1 where it has one of them word for word; null where nothing was compared. */
  score: number | null
}

/** Tells, of one guidance after the other, whether a message is its situation. Phrases are compared once, when first needed. */
export function situationsOf(
  all: readonly ActiveGuidance[],
  { text, language }: Pick<Understanding, 'text' | 'language'>,
  intent: Intent,
): (one: ActiveGuidance) => Promise<Recognised> {
  const said = plain(text)
  let scores: Promise<Map<string, number>> | undefined
  return async (one) => {
    if (one.phrases.length === 0 && one.intents.length === 0) return { by: 'every', score: null }
    if (said !== '' && hasWords(said, plainPhrases(one))) return { by: 'phrase', score: 1 }
    if (one.intents.some((wanted) => wanted === intent)) return { by: 'intent', score: null }
    if (one.phrases.length === 0 || said === '') return { by: null, score: null }
    scores ??= compare(all, { text, language })
    const score = (await scores).get(one.id) ?? 0
    return { by: score >= ALIKE ? 'phrase' : null, score }
  }
}

/** How alike a message is to each guidance's phrases: guidance is compared with everyday topics, not with other guidance. */
async function compare(
  all: readonly ActiveGuidance[],
  question: Pick<Understanding, 'text' | 'language'>,
): Promise<Map<string, number>> {
  const candidates = all.filter(({ phrases }) => phrases.length > 0).map(candidateOf)
  const ranked = rankArticles(question, [...candidates, ...EVERYDAY_TOPICS], await loadWordVectors())
  const topics = ranked.filter(({ article }) => article.id.startsWith('topic '))
  const others = ranked.filter(({ article }) => !article.id.startsWith('topic '))
  return new Map(others.map((one) => [one.article.id, round(confidencesOf([one, ...topics])[0] ?? 0)]))
}

const round = (value: number) => Math.round(value * 1e3) / 1e3

/** Phrases as retrieval compares them: sentences of one text. */
function candidateOf({ id, phrases: [first = '', ...others] }: ActiveGuidance): Candidate {
  return { id, question: first, answer: others.join('\n'), url: null }
}

/** Kept with the guidance, which is in memory until it changes. */
const known = new WeakMap<ActiveGuidance, string[]>()
function plainPhrases(one: ActiveGuidance): string[] {
  const before = known.get(one)
  if (before) return before
  const made = one.phrases.map(plain).filter(Boolean)
  known.set(one, made)
  return made
}

const plain = (text: string) => normalizeText(text).replaceAll('.', ' ').replace(/ +/g, ' ').trim()

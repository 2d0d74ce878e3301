import { isStopWord } from '#base/stop-words.ts'
import type { Language } from '../turn.ts'
import { recognise } from '../understanding/language.ts'
import { isFunctionWord } from '../understanding/language-words.ts'
import { type GlossedWord, gloss } from './gloss.ts'
import { type Letters, lettersOf } from './letters.ts'
import { cosine, unit, type WordVectors } from './word-vectors.ts'

/** An article that may answer a question. */
export interface Candidate {
  id: string
  question: string
  answer: string
  url: string | null
}

/** An article as questions are compared with it. */
export interface Prepared {
  article: Candidate
  language: Language
  title: GlossedWord[]
  /** Stems and English words that stand in it. */
  words: Set<string>
  /** The words of the question and of each sentence of the answer. */
  parts: { terms: GlossedWord[]; words: Set<string> }[]
  /** Directions of its words, each once. */
  vectors: Float32Array[]
  /** Of the question, of each sentence of the answer, and of all together. */
  sentences: Float32Array[]
  /** How the question and each sentence of the answer are written. */
  letters: Letters
}

/** Articles that are kept prepared; an article that changes is prepared again. */
const KEPT_MAX = 5_000
const kept = new WeakMap<WordVectors, Map<string, Prepared>>()

export function prepare(article: Candidate, vectors: WordVectors): Prepared {
  const known = kept.get(vectors) ?? new Map<string, Prepared>()
  kept.set(vectors, known)
  const key = `${article.question}\0${article.answer}`
  const found = known.get(key)
  if (found) return { ...found, article }
  if (known.size >= KEPT_MAX) known.clear()
  const prepared = prepareAnew(article, vectors)
  known.set(key, prepared)
  return prepared
}

/** Sentences of an answer that are compared. */
const SENTENCES_MAX = 60

function prepareAnew(article: Candidate, vectors: WordVectors): Prepared {
  const { question, answer } = article
  const language = recognise(`${question}\n${answer}`)?.language ?? 'en'
  const title = telling(gloss(question, language))
  const sentences = answer
    .split(/(?<=[.!?。！？؟])\s*|\n+/)
    .filter(Boolean)
    .slice(0, SENTENCES_MAX)
  const bodies = sentences.map((sentence) => telling(gloss(sentence, language)))
  const all = [...title, ...bodies.flat()]
  const wordsOf = (terms: GlossedWord[]) => new Set(terms.flatMap(({ stem, english }) => [stem, ...english]))
  const english = new Set(all.flatMap((term) => term.english))
  return {
    article,
    language,
    title,
    words: wordsOf(all),
    parts: [title, ...bodies].map((terms) => ({ terms, words: wordsOf(terms) })),
    vectors: [...english].flatMap((word) => vectors.get(word) ?? []),
    sentences: [title, ...bodies, all].map((terms) => directionOf(terms, vectors)),
    letters: lettersOf([question, ...sentences]),
  }
}

/** What people who type on a phone put around what they want, in English and in Hindi written in Latin letters. */
const CHATTER = new Set(
  `hi hii hiii hello hey dear sir madam mam maam bro friend guys team pls plz plzz please kindly u ur r im ive id dont doesnt
  didnt cant wont isnt hv hav ya yes yeah yep no ok okay okk thx thanks thank also just really actually any anyone
  hai hain h ka ki ke ko se mai mein mujhe mujhko kya kyu kyun ho hu hun hoon nahi nhi nai na aap aapka mera meri mere apka
  ye yeh wo woh bhi kuch koi chahiye chaiye karna karo kar kare karne krna batao bataye bata hoga hogi raha rahi rha liye`.split(
    /\s+/,
  ),
)

/** The terms that say what a text is about; all of them when none does. */
export function telling(terms: GlossedWord[]): GlossedWord[] {
  const found = terms.filter(
    ({ text, isGlossed }) => isGlossed || !(isStopWord(text) || isFunctionWord(text) || CHATTER.has(text)),
  )
  // To send something back is to return it: that it is sent says no more.
  const isReturn = found.some(({ english }) => english.includes('return'))
  const rest = isReturn ? found.filter(({ english }) => english[0] !== 'send') : found
  return rest.length > 0 ? rest : terms
}

/** The mean direction of a text's words, rare ones counting more; `weight` says how much each counts beside that. */
export function directionOf(
  terms: GlossedWord[],
  vectors: WordVectors,
  weight: (term: GlossedWord) => number = () => 1,
): Float32Array {
  const sum = new Float32Array(vectors.dimensions)
  for (const term of terms) {
    const known = term.english.flatMap((word) => {
      const vector = vectors.get(word)
      return vector ? [{ vector, share: vectors.rarity(word) ** 2 }] : []
    })
    for (const { vector, share } of known) {
      const factor = (share * weight(term)) / known.length
      for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] as number) + factor * (vector[i] as number)
    }
  }
  return unit(sum)
}

/** How near the nearest of an article's words comes to a term: 0 to 1. */
export function nearest(term: GlossedWord, { vectors: words }: Prepared, vectors: WordVectors): number {
  let best = 0
  for (const english of term.english) {
    const own = vectors.get(english)
    if (own) for (const other of words) best = Math.max(best, cosine(own, other))
  }
  return best
}

import { type Language, SURE } from '../turn.ts'
import { prepare } from './prepare.ts'
import { isGeneric, type Ranked } from './rank.ts'
import { type GlossedWord, gloss } from './translate-terms.ts'
import type { WordVectors } from './word-vectors.ts'

// A message may name a topic and ask nothing of it: "delivery". Retrieval has an article for it that is sure enough, and yet
// its cost, its time and its countries may all be meant.

/** Words beside a topic that ask nothing of it, without accents. */
const AROUND_TOPIC = new Set(
  `hi hello hey please pls about regarding on for the a an your info information infos question topic help need thanks
  hallo bitte zu zum zur uber wegen die der das den eure ihre frage thema danke
  hola por favor sobre de del el la los las un una informacion pregunta tema gracias
  bonjour sur le les l au concernant svp sujet merci
  ciao su sul sulla il lo i gli informazioni domanda grazie
  over het een aub graag informatie vraag onderwerp bedankt
  ola o os as informacao pergunta obrigado obrigada
  عن حول من فضلك سؤال`.split(/\s+/),
)
/** What may follow a topic in Japanese, whose words are not separated. */
const AFTER_TOPIC = /^(?:について|に関して|のこと|です|をお願いします)*$/

/** The topic of a message that names one and asks nothing of it; null for any other. */
export function bareTopic({ text, language }: { text: string; language: Language }): GlossedWord | null {
  const [topic, ...others] = gloss(text, language).filter((term) => !AROUND_TOPIC.has(term.text))
  if (!topic || others.length > 0) return null
  if (language !== 'ja') return topic
  const rest = text
    .normalize('NFKC')
    .replace(topic.text, '')
    .replace(/[\s\p{P}]+/gu, '')
  return AFTER_TOPIC.test(rest) ? topic : null
}

/**
 * The articles that a topic may stand for, in their order: those that have it in their title, in any of its words. Of
 * articles in several languages only those in the customer's, where there are any. Only one where one title tells nothing
 * else ("How do returns work?"), and where the best article is sure and no other title has the very word.
 */
export function articlesOn(topic: GlossedWord, ranked: readonly Ranked[], vectors: WordVectors): Ranked[] {
  const isSame = ({ stem, english }: GlossedWord) =>
    stem === topic.stem || english.some((word) => topic.english.includes(word))
  const isVeryWord = ({ stem, english }: GlossedWord) => stem === topic.stem || english[0] === topic.english[0]
  const titleOf = ({ article }: Ranked) => prepare(article, vectors).title
  const titled = ranked.filter((one) => titleOf(one).some(isSame))
  const own = titled.filter(({ isForeign }) => !isForeign)
  const found = own.length > 0 ? own : titled
  const named = found.filter((one) => titleOf(one).every((term) => isSame(term) || isGeneric(term)))
  if (named.length === 1) return named
  const [best, ...others] = found
  const isClear = best && best.confidence >= SURE && !others.some((one) => titleOf(one).some(isVeryWord))
  return isClear ? [best] : found
}

import { normalizeText } from './normalize-text.ts'
import { longestPhrase, type Vocabulary, type WordKind } from './person-vocabulary.ts'

/**
 * The wish for a person in a long or polite sentence, most of whose words are not of such wishes: "I was wondering whether
 * it might be possible to speak with one of your colleagues". It is one when "talk" and "person" stand close to each other,
 * something in the sentence asks, and nothing in it tells of what has happened already.
 */

/** Words between the two, at most; all of them are known. */
const BETWEEN_MAX = 7
/** In longer sentences no misspelt words are looked for: that takes the most time. */
const WORDS_MAX = 40

/** What asks, in plain form. */
const ASKS =
  /^(?:can|could|may|might|would|please|pls|plz|want|wanna|need|like|great|obliged|how|who|hear|demand|request|think|love|prefer|rather|better|possible|possibly|chance|mind|wondering|wonder|grateful|appreciate|kindly|let|lets|id|bitte|kann|konnen|konnte|konnten|konntet|mochte|mochten|wurde|wurden|will|wollen|hatte|hatten|durfte|darf|ware|gerne?|brauche|benotige|lieber|wunsche|moglich|gibt|lassen|bitten?|wie|wunschte|gerne|seria|habria|ruego|desearia|deseo|como|quien|pido|solicito|exijo|podria|podrian|podrias|puede|pueden|puedo|podeis|quiero|kiero|quisiera|queria|gustaria|preferiria|prefiero|necesito|agradeceria|favor|posible|hay|comment|desire|prie|demande|exige|pourrais|pourrait|pourriez|pouvez|puis|peut|auriez|aimerais|jaimerais|voudrais|veux|souhaite|souhaiterais|prefererais|jaimerai|besoin|svp|plait|serait|possible|merci|prego|come|piacerebbe|richiedo|pretendo|potrebbe|potrei|posso|puo|puoi|vorrei|vorei|voglio|gradirei|preferirei|sarebbe|possibile|chiedo|bisogno|avrei|favore|piacere|ce|desidero|hoe|verzoek|wens|eis|zou|zouden|kunt|kan|kunnen|mag|graag|wil|willen|alstublieft|alsjeblieft|aub|mogelijk|liever|poderiam|peco|como|desejo|solicito|exijo|poderia|pode|podem|posso|gostaria|queria|quero|preciso|prefiro|possivel|gentileza|favor|tem|sera|pfv|pf|هل|لو|ممكن|يمكن|يمكنني|بالامكان|كيف|اتمني|اطلب|اريد|اود|ارجو|احتاج|افضل|ارغب|من|فضلك|رجاء|تكرمت|سمحت)$/
/** What tells of the past, of somebody else's words, or of others than the store's people. */
const TELLS =
  /^(?:yesterday|told|said|says|promised|spoke|talked|spoken|called|ordered|delivered|sold|bought|gestern|gesagt|gesprochen|telefoniert|versprochen|sagte|sagten|meinte|bestellt|ayer|dijo|dijeron|prometio|pidio|hier|dit|promis|parle|ieri|detto|promesso|parlato|gisteren|gezegd|gesproken|beloofd|ontem|disse|falei|prometeu|امس|قال|قالت|قالوا|تحدثت|وعد|وعدني)$/
/** Several persons, and persons who are not the store's: "for two people", "my colleague". */
const NOT_THEIRS =
  /(?:^| )(?:two|three|four|2|3|4|5|6|else|my|contact|zwei|drei|vier|mein|meine[nr]?|dos|tres|cuatro|mi|deux|trois|quatre|mon|ma|due|tre|quattro|mio|mia|twee|drie|vier|mijn|duas|dois|meu|minha)$/
/** "Nobody answers" names no person, and "your staff could not help me" asks for none. */
const NOBODY =
  /(?:^| )(?:could not|couldnt|did not|didnt|personne ne|no one|nobody|niemand|nadie|nessuno|ninguem|لا احد)(?: |$)/

export interface WishSentence {
  words: string[]
  isQuestion: boolean
}

interface Token {
  kinds: Set<WordKind>
  /** Positions of its first word, and of the word after its last. */
  from: number
  to: number
}

/** Whether one of the sentences asks so. */
export function isPoliteWish(sentences: readonly WishSentence[], vocabulary: Vocabulary): boolean {
  return sentences.some(({ words, isQuestion }) => {
    if (words.some((word) => TELLS.test(word)) || NOBODY.test(words.join(' '))) return false
    const tokens = tokensOf(words, vocabulary)
    const isOrder = tokens.some(({ kinds, from }) => kinds.has('talk') && from <= 1)
    if (!isQuestion && !isOrder && !words.some((word) => ASKS.test(word))) return false
    const persons = tokens.filter(({ kinds, from }) => kinds.has('person') && isTheirs(words, from))
    const talks = tokens.filter(({ kinds }) => kinds.has('talk') || kinds.has('call'))
    return persons.some((person) => talks.some((talk) => talk !== person && isClose(talk, person, tokens)))
  })
}

/** The words of each sentence of a text; commas do not part what belongs together here. */
export function sentencesOf(text: string): WishSentence[] {
  return text
    .split(/(?<=[.!?\n。！？؟])/)
    .map((sentence) => ({
      words: normalizeText(sentence).replaceAll('.', ' ').split(' ').filter(Boolean),
      isQuestion: /[?？؟]$/.test(sentence),
    }))
    .filter(({ words }) => words.length > 1)
}

/** The phrases of a sentence that such wishes are made of. */
function tokensOf(words: string[], vocabulary: Vocabulary): Token[] {
  const isExact = words.length > WORDS_MAX
  const tokens: Token[] = []
  for (let from = 0; from < words.length; ) {
    const { kinds, length } = longestPhrase(words, from, vocabulary, isExact)
    if (kinds) tokens.push({ kinds, from, to: from + length })
    from += length
  }
  return tokens
}

const isTheirs = (words: string[], at: number) => !NOT_THEIRS.test(words.slice(Math.max(0, at - 2), at).join(' '))

/** Whether nothing but a few known words stands between two phrases. */
function isClose(one: Token, other: Token, tokens: Token[]): boolean {
  const [first, last] = one.from < other.from ? [one, other] : [other, one]
  const gap = last.from - first.to
  if (gap > BETWEEN_MAX) return false
  const known = tokens.filter(({ from }) => from >= first.to && from < last.from)
  return known.reduce((sum, { from, to }) => sum + to - from, 0) === gap
}

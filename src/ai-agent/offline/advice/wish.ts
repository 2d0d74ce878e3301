import { isStopWord } from '#base/stop-words.ts'
import { readFreeOf } from '../../catalogue/free-of.ts'
import type { Concept, WishTerm } from '../../catalogue/lexicon.ts'
import { type Measure, readMeasures } from '../../catalogue/measures.ts'
import type { Language } from '../../turn.ts'
import { isFunctionWord, languagesOf } from '../../understanding/language-words.ts'
import { FILLERS, GENERIC, PREPOSITIONS, TRIGGERS } from './fillers.ts'
import { type PriceWish, readPrice } from './price.ts'
import { readSizes } from './sizes.ts'

/** What a customer looks for, as far as their messages say. */
export interface Wish {
  /** Kinds of thing, any of which will do. */
  kinds: Set<string>
  /** Kinds in words that no list here has: they must stand in a product's name. By stem. */
  unknownKinds: Set<string>
  /** Meanings beside the kind: colours, materials, uses. */
  wanted: Map<string, Concept>
  /** What it must be free of. */
  free: Set<string>
  /** Other words, by stem: they only help to rank. */
  stems: Set<string>
  sizes: Set<string>
  /** Weights, lengths and the like that it must have. */
  measures: Measure[]
  price: PriceWish | null
  order: 'cheapest' | 'lightest' | null
}

export const emptyWish = (): Wish => ({
  kinds: new Set(),
  unknownKinds: new Set(),
  wanted: new Map(),
  free: new Set(),
  stems: new Set(),
  sizes: new Set(),
  measures: [],
  price: null,
  order: null,
})

/** Whether a wish says anything that the catalogue could answer. */
export function isEmpty({ kinds, unknownKinds, wanted, free, sizes, measures, price, order }: Wish): boolean {
  return (
    kinds.size + unknownKinds.size + wanted.size + free.size + sizes.size + measures.length === 0 && !price && !order
  )
}

const ALLERGY = /allerg|intoleran|unverträglich|vertrage kein|حساسية|アレルギー|不耐/iu
const CHEAP =
  /\b(?:cheap\w*|budget|inexpensive|affordable|günstig\w*|billig\w*|preiswert\w*|barat[oa]s?|económic[oa]s?|pas cher\w*|pas chère?s?|bon marché|economic[oahe]+|goedko\w+|preisgünstig\w*)(?!\p{L})|رخيص|ارخص|أرخص|安い|格安/iu
const LIGHTEST =
  /\b(?:lightest|leichteste\w*|más liger[oa]s?|plus lég\w+|più legger\w+|lichtste|mais leves?)(?!\p{L})|الأخف|一番軽い|最軽量/iu
/** Languages whose last word of a group is its head: "coffee machine"; in the others it is the first. */
const HEAD_LAST: readonly Language[] = ['en', 'de', 'nl', 'ja']

interface Run {
  terms: WishTerm[]
  /** Behind a preposition: what the thing is for, or of. */
  isBeside: boolean
}

/** What one message wishes for. */
export function readWish(text: string, language: Language): Wish {
  const wish = emptyWish()
  wish.price = readPrice(text, language)
  wish.order = LIGHTEST.test(text) ? 'lightest' : CHEAP.test(text) ? 'cheapest' : null
  wish.sizes = readSizes(text)
  wish.measures = readMeasures(text)
  const { free, terms } = readFreeOf(withoutTriggers(text), language)
  wish.free = free
  const isAllergic = ALLERGY.test(text)
  const rest = terms.filter(({ concepts }) => {
    const reactsTo = isAllergic ? concepts.filter(({ type }) => type === 'n') : []
    for (const { id } of reactsTo) wish.free.add(id)
    return reactsTo.length === 0
  })
  const runs = runsOf(rest, language)
  for (const run of runs) addRun(wish, run, language)
  if (wish.kinds.size + wish.unknownKinds.size === 0) kindsBeside(wish, runs, rest)
  return wish
}

function withoutTriggers(text: string): string {
  return text.replace(TRIGGERS, ' . ')
}

/** Groups of telling words, as the words between them part them. */
function runsOf(terms: WishTerm[], language: Language): Run[] {
  const runs: Run[] = []
  let isBeside = false
  let isOpen = false
  for (const term of terms) {
    const isTelling = term.concepts.length > 0 || isUnknown(term, language)
    if (!isTelling) {
      if (PREPOSITIONS[language].has(term.text)) isBeside = true
      else if (/^\p{P}$/u.test(term.raw)) isBeside = false
      isOpen = false
      continue
    }
    if (!isOpen) runs.push({ terms: [], isBeside })
    runs.at(-1)?.terms.push(term)
    isOpen = true
  }
  return runs
}

/** Whether a word is of no list and may name a thing. */
function isUnknown({ text, raw, concepts }: WishTerm, language: Language): boolean {
  if (concepts.length > 0 || !/\p{L}{3}|\p{Script=Han}{2}|\p{Script=Katakana}{2}/u.test(raw) || /\d/.test(raw))
    return false
  if (isStopWord(raw) || isStopWord(text) || isFunctionWord(text) || FILLERS.has(text) || GENERIC.has(text))
    return false
  return !languagesOf(text)?.some(([one]) => one === language || one === 'en')
}

const isKind = ({ type }: Concept) => type === 'k'

function addRun(wish: Wish, { terms, isBeside }: Run, language: Language): void {
  const heads = HEAD_LAST.includes(language) ? terms.toReversed() : terms
  const [first] = heads
  const kind = heads.find(({ concepts }) => concepts.some(isKind))
  // A "coffee machine" is not coffee: an unknown head is the kind, unless a language puts its adjectives there.
  const head = first?.concepts.length === 0 && kind && language !== 'en' && language !== 'ja' ? kind : first
  for (const term of terms) {
    const isHead = term === head && !isBeside
    for (const concept of term.concepts) {
      if (concept.type === 'k') {
        if (isHead || (!isBeside && language === 'ja')) wish.kinds.add(concept.id)
        else wish.wanted.set(concept.id, concept)
      } else if (concept.type === 'n' && isHead) wish.kinds.add(concept.id)
      else wish.wanted.set(concept.id, concept)
    }
    if (term.concepts.length > 0) continue
    if (isHead) wish.unknownKinds.add(term.stem)
    else wish.stems.add(term.stem)
  }
}

/** "Something in the way of jackets", "a pair of socks": where nothing else names the thing, what stands behind "of" does. */
function kindsBeside(wish: Wish, runs: Run[], terms: WishTerm[]): void {
  const isGeneric = terms.some(({ text }) => GENERIC.has(text))
  const [run] = runs
  if (!run?.isBeside || (isGeneric && !OF.test(terms.map(({ text }) => text).join(' ')))) return
  for (const { concepts } of run.terms) for (const { id } of concepts.filter(isKind)) wish.kinds.add(id)
}

const OF = /\b(?:of|von|an|de|di|van)\b/u

/** Adds a later message to a wish: a new colour, size or price replaces the earlier one, and another kind of thing starts a new wish. */
export function addToWish(before: Wish, more: Wish): Wish {
  const isOther = more.kinds.size + more.unknownKinds.size > 0
  const isSame = [...more.kinds].some((kind) => before.kinds.has(kind))
  if (isOther && !isSame && before.kinds.size + before.unknownKinds.size > 0) return more
  const colours = [...more.wanted.values()].some(({ type }) => type === 'c')
  const kept = [...before.wanted].filter(([, { type }]) => !(colours && type === 'c'))
  return {
    kinds: isOther ? more.kinds : before.kinds,
    unknownKinds: isOther ? more.unknownKinds : before.unknownKinds,
    wanted: new Map([...kept, ...more.wanted]),
    free: before.free.union(more.free),
    stems: before.stems.union(more.stems),
    sizes: more.sizes.size > 0 ? more.sizes : before.sizes,
    measures: more.measures.length > 0 ? more.measures : before.measures,
    price: more.price ?? before.price,
    order: more.order ?? before.order,
  }
}

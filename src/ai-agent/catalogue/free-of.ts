import type { Language } from '../turn.ts'
import { type Concept, readTerms, type WishTerm } from './lexicon.ts'

// "Gluten-free", "without nuts": what something is free of, said by customers as a wish, and by the catalogue as a claim.

/** Words before what is left out, in plain letters: "without nuts", "frei von Nüssen", "does not contain nuts". */
const BEFORE = new Set(
  `without no not non free ohne kein keine keinen keiner frei sans sin senza zonder geen vrij sem nao ne pas libre libero
  livre privo prive senz بدون خالي خاليه خال`.split(/\s+/),
)
/** Words behind it, and endings of compounds: "gluten free", "glutenfrei", "glutenvrij". */
const BEHIND = new Set(['free', 'frei', 'vrij'])
const ENDING = /(?:frei(?:e|er|es|en|em)?|vrije?|free)$/
/** Words that may stand between: "without any added sugar", "does not contain". */
const BETWEEN = new Set(
  `any added of from the de d du des da di von van a al la le les el los i contain contains containing contient contiene contienen contem
  bevat enthalt enthalten zusatz traces trazas tracce spuren sporen و من اي added_sugar trace`.split(/\s+/),
)
/** Words that go on with a list: "without milk, nuts and eggs". */
const AND = new Set([',', 'and', 'or', 'nor', 'und', 'oder', 'y', 'e', 'o', 'ni', 'et', 'ou', 'en', 'of', 'و', 'او'])
const BETWEEN_MAX = 3
const JAPANESE =
  /^(?:を|が|の|は)?(?:フリー|不使用|なし|無し|抜き|を?含まない|を?使わない|を?含みません|を?使用していません)/

const canBeLeftOut = ({ type }: Concept) => type === 'n' || type === 'm'

/** What a text says something is free of, and the terms that are left without that. */
export function readFreeOf(text: string, language: Language): { free: Set<string>; terms: WishTerm[] } {
  if (language === 'ja') return japanese(text)
  const terms = readTerms(text, language)
  const free = new Set<string>()
  const used = new Set<number>()
  const leaveOut = (at: number, concepts: Concept[]) => {
    const left = concepts.filter(canBeLeftOut)
    for (const { id } of left) free.add(id)
    if (left.length > 0) used.add(at)
    return left.length > 0
  }
  for (const [i, term] of terms.entries()) {
    if (BEHIND.has(terms[i + 1]?.text ?? '') && leaveOut(i, term.concepts)) used.add(i + 1)
    else if (term.concepts.length === 0 && ENDING.test(term.text)) {
      const front = readTerms(term.raw.replace(ENDING, ''), language)[0]
      leaveOut(i, front?.concepts ?? [])
    } else if (BEFORE.has(term.text) && !used.has(i)) leaveOutBehind(i)
  }
  return { free, terms: terms.filter((_, i) => !used.has(i)) }

  function leaveOutBehind(at: number): void {
    let next = at + 1
    while (next - at <= BETWEEN_MAX && (BETWEEN.has(terms[next]?.text ?? '') || BEFORE.has(terms[next]?.text ?? '')))
      next++
    if (!terms[next] || !leaveOut(next, terms[next]?.concepts ?? [])) return
    used.add(at)
    while (AND.has(terms[next + 1]?.text ?? '')) {
      next++
      while (AND.has(terms[next + 1]?.text ?? '') || BETWEEN.has(terms[next + 1]?.text ?? '')) next++
      if (!leaveOut(next + 1, terms[next + 1]?.concepts ?? [])) return
      next++
    }
  }
}

function japanese(text: string): { free: Set<string>; terms: WishTerm[] } {
  const whole = text.normalize('NFKC')
  const free = new Set<string>()
  const terms = readTerms(whole, 'ja').filter(({ raw, concepts }) => {
    const left = concepts.filter(canBeLeftOut)
    const isFree = left.length > 0 && JAPANESE.test(whole.slice(whole.indexOf(raw) + raw.length))
    if (isFree) for (const { id } of left) free.add(id)
    return !isFree
  })
  return { free, terms }
}

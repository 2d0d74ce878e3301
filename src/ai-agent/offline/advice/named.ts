import { isStopWord } from '#base/stop-words.ts'
import type { CatalogueEntry } from '../../catalogue/entry.ts'
import { readTerms } from '../../catalogue/lexicon.ts'
import type { Language } from '../../turn.ts'
import { FILLERS } from './fillers.ts'

/** Minimum letters of a name. */
const NAME_MIN = 3

/** The products that a text names, in its order: by the whole title, or by a word that no other title has, as in "the Fjell". */
export function namedIn(
  entries: CatalogueEntry[],
  text: string,
  language: Language,
): { entry: CatalogueEntry; isWhole: boolean }[] {
  const said = readTerms(text, language)
  const places = new Map(said.toReversed().map(({ text }, i) => [text, said.length - i]))
  const meant = new Set(said.flatMap(({ concepts }) => concepts.map(({ id }) => id)))
  const titles = entries.map((entry) => ({
    entry,
    terms: readTerms(entry.product.title, entry.language).filter(
      ({ text }) => /[\p{L}\p{N}]/u.test(text) && !isStopWord(text),
    ),
  }))
  const uses = new Map<string, number>()
  for (const { terms } of titles)
    for (const word of new Set(terms.map(({ text }) => text))) uses.set(word, (uses.get(word) ?? 0) + 1)
  const found = titles.flatMap(({ entry, terms }) => {
    const isWhole = terms.length > 1 && terms.every((term) => places.has(term.text))
    const name = terms.find(
      ({ text: word, raw, concepts }) =>
        concepts.length === 0 &&
        uses.get(word) === 1 &&
        raw.length >= NAME_MIN &&
        !/\d/.test(raw) &&
        !FILLERS.has(word) &&
        places.has(word) &&
        (isWritten(text, entry.product.title, word) || [...entry.kinds.keys()].some((kind) => meant.has(kind))),
    )
    const at = isWhole
      ? Math.min(...terms.map((term) => places.get(term.text) ?? 0))
      : name
        ? (places.get(name.text) ?? 0)
        : null
    return at === null ? [] : [{ entry, at, isWhole }]
  })
  return found.sort((a, b) => a.at - b.at)
}

/** Whether a name stands in the text with its capital, as in the title. */
function isWritten(text: string, title: string, word: string): boolean {
  const written = title.split(/[^\p{L}\p{N}]+/u).find((one) => one.toLowerCase() === word)
  return written !== undefined && /^\p{Lu}/u.test(written) && text.split(/[^\p{L}\p{N}]+/u).includes(written)
}

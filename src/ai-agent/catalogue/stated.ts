import type { Language } from '../turn.ts'
import type { CatalogueEntry } from './entry.ts'
import { readFreeOf } from './free-of.ts'

/** Meanings that are claims about a thing: material, colour, diet, what it holds; and the properties that customers rely on. */
const CLAIMS = ['m', 'c', 'd', 'n']
const PROPERTIES = new Set([
  'waterproof',
  'breathable',
  'rugged',
  'recycled',
  'wireless',
  'noise_cancelling',
  'machine_washable',
])

/** What a text claims of products that none of their entries states, as meanings: `cotton`, `free of nut`. */
export function unstated(text: string, language: Language, entries: CatalogueEntry[]): string[] {
  const titles = entries.map(({ product }) => product.title)
  const own = titles.reduce((left, title) => left.replaceAll(title, ' . '), text)
  const { free, terms } = readFreeOf(own, language)
  const claimed = terms.flatMap(({ concepts }) => {
    // A word of two meanings claims neither.
    const [one, other] = concepts
    return one && !other && (CLAIMS.includes(one.type) || PROPERTIES.has(one.id)) ? [one.id] : []
  })
  const isStated = (id: string) => entries.some(({ concepts, kinds }) => concepts.has(id) || kinds.has(id))
  return [
    ...claimed.filter((id) => !isStated(id)),
    ...[...free].filter((id) => !entries.some((entry) => entry.free.has(id))).map((id) => `free of ${id}`),
  ]
}

import { setImmediate } from 'node:timers/promises'
import { describeProduct } from '#core/commerce/description.ts'
import type { Product } from '#core/commerce/platform.ts'
import type { Language } from '../turn.ts'
import { recognise } from '../understanding/language.ts'
import { readFreeOf } from './free-of.ts'
import type { Concept, WishTerm } from './lexicon.ts'
import { type Measure, readMeasures } from './measures.ts'

/** A product of the catalogue, read for advice. */
export interface CatalogueEntry {
  product: Product
  language: Language
  /** The description as plain text, in sentences without links. */
  sentences: string[]
  /** What its kind, its title and its tags say it is, by how much each says so (0 to 1). */
  kinds: Map<string, number>
  /** Meanings of all that it says. */
  concepts: Map<string, Concept>
  /** What it says that it is free of. */
  free: Set<string>
  /** Lengths, weights and the like that it states. */
  measures: Measure[]
  /** Colours that each variant's options name, in the order of its variants. */
  colours: Set<string>[]
  /** Stems of all its words. */
  stems: Set<string>
  /** Stems of its kind, title and tags. */
  nameStems: Set<string>
}

/** Sentences of a description that are read. */
const SENTENCES_MAX = 40
/** How surely a word's place says what a thing is: its kind or the head of its title; a tag or collection; any word of its title. */
const [IS, FILED, MENTIONED] = [1, 0.6, 0.3]
/** Languages whose last word of a name is its head: "rain jacket"; in the others it is the first. */
const HEAD_LAST: readonly Language[] = ['en', 'de', 'nl', 'ja']
/** How far ahead a language must be for a text to count as written in it. */
const CLEARLY = 3

/** Products that are read in one go: other requests have their turn. */
const AT_ONCE = 20

/** Reads products. `collections`: titles by id, of stores that let the AI agent know them. */
export async function readEntries(products: Product[], collections: Map<string, string>): Promise<CatalogueEntry[]> {
  const recognised: ReturnType<typeof recognise>[] = []
  const votes = new Map<Language, number>()
  for (const [i, product] of products.entries()) {
    if (i % AT_ONCE === AT_ONCE - 1) await setImmediate()
    const found = recognise(`${product.title}. ${describeProduct(product)}`)
    recognised.push(found)
    if (found) votes.set(found.language, (votes.get(found.language) ?? 0) + found.lead)
  }
  const common = [...votes].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 'en'
  const entries: CatalogueEntry[] = []
  for (const [i, product] of products.entries()) {
    if (i % AT_ONCE === AT_ONCE - 1) await setImmediate()
    const found = recognised[i]
    const language = found && found.lead >= CLEARLY ? found.language : common
    const filed = (product.collections ?? []).flatMap((id) => collections.get(id) ?? [])
    entries.push(readEntry(product, language, [...(product.tags ?? []), ...filed]))
  }
  return entries
}

function readEntry(product: Product, language: Language, filed: string[]): CatalogueEntry {
  const sentences = describeProduct(product)
    .split(/(?<=[.!?…])\s+(?=[\p{Lu}\p{N}\p{Lo}])|(?<=[。！？])/u)
    .map((sentence) => sentence.trim())
    .filter(Boolean)
    .slice(0, SENTENCES_MAX)
  const options = [...new Set(product.variants.flatMap(({ options }) => options.map(({ value }) => value)))]
  const kind = readFreeOf(product.productType ?? '', language)
  const title = readFreeOf(product.title, language)
  const tags = readFreeOf(filed.join(' . '), language)
  const rest = [...sentences, options.join(' . ')].map((text) => readFreeOf(text, language))
  const kinds = new Map<string, number>()
  const isKind = ({ concepts }: WishTerm, weight: number) => {
    for (const { id, type, wider } of concepts) {
      if (type !== 'k' && type !== 'n') continue
      for (const one of [id, wider ?? id]) kinds.set(one, Math.max(weight, kinds.get(one) ?? 0))
    }
  }
  for (const term of tags.terms) isKind(term, FILED)
  for (const term of title.terms) isKind(term, MENTIONED)
  const head = headOf(title.terms, language)
  if (head) isKind(head, IS)
  for (const term of kind.terms) isKind(term, IS)
  const name = [...kind.terms, ...title.terms, ...tags.terms]
  const all = [...name, ...rest.flatMap(({ terms }) => terms)]
  return {
    product,
    language,
    sentences: sentences.filter((sentence) => !/https?:|www\.|@/i.test(sentence)),
    kinds,
    concepts: new Map(all.flatMap(({ concepts }) => concepts.map((concept) => [concept.id, concept]))),
    free: new Set([kind, title, tags, ...rest].flatMap(({ free }) => [...free])),
    measures: readMeasures([product.title, ...sentences, ...options].join(' . ')),
    colours: product.variants.map(({ options }) => coloursOf(options.map(({ value }) => value).join(' . '), language)),
    stems: new Set(all.map(({ stem }) => stem)),
    nameStems: new Set(name.map(({ stem }) => stem)),
  }
}

/** The word of a title that tells the kind of thing: the last kind of "Fjell Rain Jacket", the first of "Casque de studio Alto". */
function headOf(terms: WishTerm[], language: Language): WishTerm | undefined {
  const end = terms.findIndex(({ text }, i) => i > 0 && /^[.,;:()–/]$/.test(text))
  const kinds = (end > 0 ? terms.slice(0, end) : terms).filter(({ concepts }) =>
    concepts.some(({ type }) => type === 'k' || type === 'n'),
  )
  return HEAD_LAST.includes(language) ? kinds.at(-1) : kinds[0]
}

const coloursOf = (text: string, language: Language) =>
  new Set(
    readFreeOf(text, language).terms.flatMap(({ concepts }) =>
      concepts.filter(({ type }) => type === 'c').map(({ id }) => id),
    ),
  )

import type { CatalogueEntry } from '../../catalogue/entry.ts'
import { readFreeOf } from '../../catalogue/free-of.ts'
import { cutAtSentence } from '../cut-at-sentence.ts'
import type { Fitting } from './fit.ts'

/** Characters of a quotation. */
const QUOTE_MAX = 160

/**
 * Why a product fits, in the words of its entry: the sentence of its description that says most of what is wished for;
 * otherwise the option that was asked for, a tag, its kind. Null for an entry that says nothing but its title and price.
 */
export function reasonFor({ entry, matched, options }: Pick<Fitting, 'entry' | 'matched' | 'options'>): string | null {
  const { product, sentences, language } = entry
  const said = sentences.map((sentence) => {
    const { terms, free } = readFreeOf(sentence, language)
    const ids = new Set([...terms.flatMap(({ concepts }) => concepts.map(({ id }) => id)), ...free])
    return { sentence, count: matched.filter((id) => ids.has(id)).length }
  })
  const best = said.reduce((most, one) => (one.count > most.count ? one : most), { sentence: '', count: 0 })
  const quote = best.sentence || options[0] || sentences[0] || filedUnder(entry) || product.productType || ''
  return quote === '' ? null : quoted(cutAtSentence(quote, QUOTE_MAX))
}

const filedUnder = ({ product: { tags, variants } }: CatalogueEntry) =>
  tags?.[0] ?? variants.flatMap(({ options }) => options.map(({ name, value }) => `${name}: ${value}`))[0]

/** A quotation of the catalogue, in marks that no language takes for its own. */
const quoted = (text: string) => `“${text.replace(/[“”]/g, '"')}”`

import type { ArticleSource } from '../turn.ts'

/** A record that was gathered this turn. */
interface Gathered {
  record: { url?: unknown }
  /** All that it says, as the model got it. */
  text: string
  article: ArticleSource | null
  product: object | null
}

/** What was gathered this turn: only what stands in it may be said, and what is said names what it stands in. */
export class Sources {
  readonly #all = new Map<string, Gathered>()

  /** Takes a record in; returns it with the id by which the model names it. */
  add<T extends object>(id: string, record: T, shown: Partial<Pick<Gathered, 'article' | 'product'>> = {}) {
    this.#all.set(id, { record, text: JSON.stringify(record), article: null, product: null, ...shown })
    return { sourceId: id, ...record }
  }

  has(id: string): boolean {
    return this.#get(id) !== undefined
  }

  /** A source by its id; models leave out its kind ("article:") at times. */
  #get(id: string): Gathered | undefined {
    const [found, other] = [...this.#all.keys()].filter((known) => known.endsWith(`:${id}`))
    return this.#all.get(id) ?? (other === undefined && found !== undefined ? this.#all.get(found) : undefined)
  }

  /** Returns the sources with these ids, each once: a model may name a source several times, with its kind and without. */
  #those(ids: string[]): Gathered[] {
    return [...new Set(ids.flatMap((id) => this.#get(id) ?? []))]
  }

  /** The texts of some of them. */
  textsOf(ids: string[]): string[] {
    return this.#those(ids).map(({ text }) => text)
  }

  /** The records themselves, all that were gathered. */
  get records(): { url?: unknown }[] {
    return [...this.#all.values()].map(({ record }) => record)
  }

  articlesOf(ids: string[]): ArticleSource[] {
    return this.#those(ids).flatMap(({ article }) => article ?? [])
  }

  productsOf(ids: string[]): object[] {
    return this.#those(ids).flatMap(({ product }) => product ?? [])
  }
}

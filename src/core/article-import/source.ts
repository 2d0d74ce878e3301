/** An article as a source has it. */
export interface SourceArticle {
  /** Address or name at the source: a later import knows it by that. */
  from: string
  /** Empty: the first heading of its text. */
  title: string
  markdown: string
  /** What addresses of its pictures rest on where they are not whole: its path, of a file. */
  place?: string
  /** A language tag; null: the source does not say. */
  locale: string | null
  /** Name of the collection that it comes into; null: none. */
  collection: string | null
  /** Articles with the same one are translations of each other; null: of none. */
  translationGroup: string | null
}

/** What a source tells: how many articles it has, an article, or why one could not be read. */
export type Told =
  | { kind: 'count'; count: number }
  | { kind: 'article'; article: SourceArticle }
  | { kind: 'failed'; from: string; reason: string }

/** A place that articles are read from. */
export interface ImportSource {
  read(): AsyncGenerator<Told>
  /** The bytes of a picture that an article shows; throws `SourceUnreadable`. */
  picture(address: string, place: string | undefined): Promise<Buffer>
}

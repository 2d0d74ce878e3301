import type { Caller } from '#core/caller.ts'
import { ParleyError } from '#core/errors.ts'
import type { FileStore } from '#core/files/files.ts'
import { keepPicture } from '#core/knowledge/pictures.ts'
import type { ImportSource, SourceArticle } from './source.ts'
import { SourceUnreadable } from './web.ts'

/** Pictures of one article that are copied; others stay links. Pictures of one import whose files are remembered. */
const PICTURES_MAX = 100
const REMEMBERED_MAX = 5_000

/** A picture in Markdown: its description, and its address. */
const PICTURE = /!\[([^[\]\n]{0,1000})\]\([ \t]{0,9}<?([^\s<>()]{1,2048})>?(?:[ \t]{1,9}"[^"\n]{0,500}")?[ \t]{0,9}\)/g

/** What a picture is known by: addresses that are signed for some hours differ each time. */
const keyOf = (address: string) =>
  /[?&](signature|x-amz-signature|expires)=/i.test(address) ? (address.split('?')[0] as string) : address

/** A text without what differs each time that it is read. */
export const withoutSignatures = (markdown: string): string =>
  markdown.replace(PICTURE, (_whole, words: string, address: string) => `![${words}](${keyOf(address)})`)

/** Copies the pictures of articles into the store's files. */
export class PictureCopies {
  readonly #caller: Caller
  readonly #source: ImportSource
  readonly #keep: { files: FileStore; memberId: string }
  /** Ids of files, by the addresses that they were read from. */
  readonly #known = new Map<string, string>()

  constructor(caller: Caller, source: ImportSource, keep: { files: FileStore; memberId: string }) {
    this.#caller = caller
    this.#source = source
    this.#keep = keep
  }

  /**
   * The article's text with its pictures at the service's addresses, and the ids of their files by the addresses that they
   * had. `before`: those that an earlier import copied. One that cannot be copied stays as it is: pages show it as a link.
   */
  async copy(
    { markdown, place }: SourceArticle,
    before: Record<string, string>,
  ): Promise<{ markdown: string; pictures: Record<string, string>; missing: string[] }> {
    const addresses = [...new Set([...markdown.matchAll(PICTURE)].map(([, , address]) => address as string))]
    const pictures = new Map<string, string>()
    const missing: string[] = []
    for (const address of addresses.slice(0, PICTURES_MAX)) {
      try {
        const id = Object.hasOwn(before, keyOf(address))
          ? (before[keyOf(address)] as string)
          : await this.#idOf(address, place)
        pictures.set(address, id)
      } catch (error) {
        if (!(error instanceof SourceUnreadable || error instanceof ParleyError)) throw error
        missing.push(`${address.slice(0, 200)}: ${error.message}`)
      }
    }
    const put = (whole: string, words: string, address: string) => {
      const id = pictures.get(address)
      return id === undefined ? whole : `![${words}](/files/${id})`
    }
    const kept = [...pictures].map(([address, id]) => [keyOf(address), id] as const)
    return { markdown: markdown.replace(PICTURE, put), pictures: Object.fromEntries(kept), missing }
  }

  async #idOf(address: string, place: string | undefined): Promise<string> {
    const key = `${/^https?:/i.test(address) ? '' : place} ${address}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const bytes = await this.#source.picture(address, place)
    const name = address.split(/[?#]/)[0]?.split('/').at(-1) || 'picture'
    const { id } = await keepPicture(this.#caller, { bytes, name: name.slice(-100), ...this.#keep })
    if (this.#known.size < REMEMBERED_MAX) this.#known.set(key, id)
    return id
  }
}

import { posix } from 'node:path'
import type { DocumentReader } from '../reading/document-reader.ts'
import type { PackedFile } from '../reading/unpack.ts'
import type { ImportSource, SourceArticle } from '../source.ts'
import { SourceUnreadable, type Web } from '../web.ts'

/** A file that a member uploaded. */
export interface UploadedFile {
  name: string
  bytes: Buffer
}

const MARKDOWN = /\.(md|markdown)$/i
/** Notion ends the names of pages with their ids. */
const NOTION_ID = /[ -]([\da-f]{32})(?=\.md$|$)/i
const NONE = 'No Markdown file (.md) is in it. From Notion, export as Markdown & CSV.'

/** Articles of Markdown files, and of archives of them such as Notion's exports. Their folders are collections. */
export function fileSource(web: Web, reader: DocumentReader, uploads: readonly UploadedFile[]): ImportSource {
  const files = new Map<string, Uint8Array>()
  return {
    async picture(address, place = '') {
      if (/^https?:/i.test(address)) return (await web.get(address)).bytes
      const found = files.get(pathNamedBy(place, address))
      if (!found) throw new SourceUnreadable('the picture is not among the files')
      return Buffer.from(found)
    },
    async *read() {
      for (const upload of uploads) for (const { path, bytes } of await open(reader, upload)) files.set(path, bytes)
      const paths = [...files.keys()].filter((path) => MARKDOWN.test(path)).sort()
      if (paths.length === 0) throw new SourceUnreadable(NONE)
      yield { kind: 'count', count: paths.length }
      for (const path of paths) {
        const text = new TextDecoder().decode(files.get(path)).replace(/^\uFEFF/, '')
        if (text.trim() === '') yield { kind: 'failed', from: path, reason: 'it is empty' }
        else yield { kind: 'article', article: readMarkdown(path, text) }
      }
    },
  }
}

async function open(reader: DocumentReader, { name, bytes }: UploadedFile): Promise<PackedFile[]> {
  if (MARKDOWN.test(name) || bytes.toString('latin1', 0, 2) !== 'PK') return [{ path: name, bytes }]
  return reader.read('archive', { bytes })
}

/** Links to other files, which lead nowhere here. */
const FILE_LINK = /(?<!!)\[([^[\]\n]{1,500})\]\((?!https?:|mailto:|tel:|[/#])[^()\s]{1,2000}\)/gi

function readMarkdown(path: string, text: string): SourceArticle {
  const { fields, body } = takeFields(text.replaceAll('\r\n', '\n'))
  const folder = posix.basename(posix.dirname(path))
  const isInFolder = folder !== '.' && !/^Export-/i.test(folder)
  const id = NOTION_ID.exec(posix.basename(path))?.[1]
  return {
    from: id ? `notion:${id.toLowerCase()}` : `file:${path}`,
    title: fields.get('title') ?? (/^#{1,6} /m.test(body) ? '' : nameOf(path)),
    place: path,
    markdown: body.trim().replace(FILE_LINK, '$1') || (fields.get('title') ?? nameOf(path)),
    locale: fields.get('locale') ?? fields.get('lang') ?? fields.get('language') ?? null,
    collection: fields.get('collection') ?? (isInFolder ? nameOf(folder) : null),
    translationGroup: null,
  }
}

const nameOf = (path: string) => posix.basename(path).replace(MARKDOWN, '').replace(NOTION_ID, '').trim() || 'Article'

/** The lines `name: value` between two lines of dashes at the beginning, and the rest. */
function takeFields(text: string): { fields: Map<string, string>; body: string } {
  const lines = text.split('\n')
  const end = lines[0]?.trim() === '---' ? lines.indexOf('---', 1) : -1
  const fields = new Map<string, string>()
  if (end < 0 || end > 100) return { fields, body: text }
  for (const line of lines.slice(1, end)) {
    const [, name, value] = /^([a-z]{1,40}): ?(.{1,500})$/i.exec(line) ?? []
    const words = value?.trim().replace(/^(["'])(.*)\1$/, '$2')
    if (name && words) fields.set(name.toLowerCase(), words)
  }
  return { fields, body: lines.slice(end + 1).join('\n') }
}

/** The path of a file that another one names. */
function pathNamedBy(path: string, address: string): string {
  try {
    return posix.normalize(posix.join(posix.dirname(path), decodeURIComponent(address)))
  } catch {
    return address
  }
}

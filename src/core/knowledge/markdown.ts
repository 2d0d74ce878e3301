import type { MarkdownIt, Token } from 'markdown-it'
import { loadLater } from '#base/load-later.ts'

/** Markdown of article bodies: CommonMark with tables, in which HTML is text (spec C14). */

const markdownIt = loadLater<typeof import('markdown-it').default>('markdown-it')

/** Links lead to the web, to a person, or to another place of the pages; everything else (`javascript:`) stays text. */
const MAY_LEAD = /^(https?:\/\/|mailto:|tel:|[/#?.]|[^:]*$)/i

/** A parser whose links are checked. Its renderer is the caller's to change. */
export function createMarkdown(): MarkdownIt {
  const markdown = markdownIt()({ html: false, linkify: false, typographer: false })
  markdown.validateLink = (address: string) => MAY_LEAD.test(address.trim())
  return markdown
}

/** The mark of a callout, at the beginning of a quotation. */
export const CALLOUT = /^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]\s*/

let shared: MarkdownIt | undefined

/** A body's blocks and their texts. */
function parseMarkdown(body: string): Token[] {
  shared ??= createMarkdown()
  return shared.parse(body, {})
}

/** A body as plain text: paragraphs apart by an empty line, items and cells each on their line. */
export function plainTextOf(body: string): string {
  const blocks: string[] = []
  let isInRow = false
  let isQuoteStart = false
  let cells: string[] = []
  for (const token of parseMarkdown(body)) {
    if (token.type === 'blockquote_open') isQuoteStart = true
    if (token.type === 'tr_open') [isInRow, cells] = [true, []]
    else if (token.type === 'tr_close') {
      isInRow = false
      blocks.push(`${cells.join(' | ')}\n`)
    } else if (token.type === 'inline') {
      const text = inlineText(token.children ?? []).replace(isQuoteStart ? CALLOUT : '', '')
      isQuoteStart = false
      if (isInRow) cells.push(text)
      else blocks.push(`${text}${token.hidden || token.level > 1 ? '\n' : '\n\n'}`)
    } else if (token.type === 'fence' || token.type === 'code_block') blocks.push(`${token.content.trimEnd()}\n\n`)
    else if (/^(bullet_list|ordered_list|table|blockquote)_close$/.test(token.type) && token.level === 0)
      blocks.push('\n')
  }
  return blocks
    .join('')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** The text of a line's parts, without marks; a picture is its description. */
function inlineText(parts: readonly Token[]): string {
  return parts
    .map((part) => {
      if (part.type === 'softbreak' || part.type === 'hardbreak') return '\n'
      if (part.type === 'image') return inlineText(part.children ?? [])
      return part.content
    })
    .join('')
}

/** The title that a body without one gives: its first heading, which `rest` leaves out, otherwise its first line. */
export function takeTitle(body: string): { title: string; rest: string } {
  const tokens = parseMarkdown(body)
  const at = tokens.findIndex(({ type }) => type === 'heading_open')
  const lines = tokens[at]?.map
  const heading = tokens[at + 1]
  if (lines && heading?.type === 'inline') {
    const title = inlineText(heading.children ?? [])
      .replaceAll('\n', ' ')
      .trim()
    const kept = body.split('\n')
    kept.splice(lines[0], lines[1] - lines[0])
    if (title !== '') return { title, rest: kept.join('\n').trim() }
  }
  const text = plainTextOf(body)
  return {
    title:
      text
        .split('\n')
        .find((line) => line.trim() !== '')
        ?.trim() ?? '',
    rest: body,
  }
}

/** Ids of the service's own pictures that a body shows. */
export function pictureIdsIn(body: string): string[] {
  const ids = parseMarkdown(body).flatMap(({ children }) =>
    (children ?? []).flatMap((part) => {
      const id = part.type === 'image' ? pictureIdOf(String(part.attrGet('src') ?? '')) : null
      return id === null ? [] : [id]
    }),
  )
  return [...new Set(ids)]
}

/** The id of a picture by its address in a body, `/files/{id}`; null for any other address. */
export function pictureIdOf(address: string): string | null {
  return /^\/files\/([\w-]{1,64})$/.exec(address)?.[1] ?? null
}

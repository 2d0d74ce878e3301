import { Marked, type Token, type Tokens } from 'marked'
import { escapeHtml } from '#base/escape-html.ts'

/** A part of a page under one heading, as the search finds it. */
export interface PageSection {
  heading: string
  id: string
  depth: number
  text: string
}

/** The ids that links to headings use on code hosts: `Who it's for` is `who-its-for`, the next one `who-its-for-1`. */
export function makeSlugger(): (heading: string) => string {
  const used = new Map<string, number>()
  return (heading) => {
    const slug = withoutTags(heading)
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
      .replaceAll(' ', '-')
    const times = used.get(slug) ?? 0
    used.set(slug, times + 1)
    return times === 0 ? slug : `${slug}-${times}`
  }
}

const withoutTags = (text: string) => text.replace(/<[^<>]*>/g, '')

/** A page as HTML: headings have ids, wide tables scroll by themselves. */
export function renderMarkdown(text: string): string {
  const slug = makeSlugger()
  const markdown = new Marked({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        return `<h${depth} id="${slug(plainText(tokens))}">${this.parser.parseInline(tokens)}</h${depth}>`
      },
      table(token: Tokens.Table) {
        const row = (cells: Tokens.TableCell[], tag: string) => {
          const written = cells.map((cell) => {
            const name = cell.text === '' ? 'td' : tag // a header without text would be announced as one
            return `<${name}>${this.parser.parseInline(cell.tokens)}</${name}>`
          })
          return `<tr>${written.join('')}</tr>`
        }
        const body = token.rows.map((cells) => row(cells, 'td')).join('')
        return `<div class="wide" tabindex="0"><table><thead>${row(token.header, 'th')}</thead><tbody>${body}</tbody></table></div>`
      },
      code({ text }: Tokens.Code) {
        return `<pre tabindex="0"><code>${escapeHtml(text)}\n</code></pre>\n` // focusable, so that keys scroll it
      },
    },
  })
  return markdown.parse(text, { async: false })
}

/** The page's text by heading, without marks. */
export function readSections(text: string): PageSection[] {
  const slug = makeSlugger()
  const sections: PageSection[] = []
  for (const token of new Marked().lexer(text)) {
    if (token.type === 'heading') {
      const heading = plainText(token.tokens ?? []).trim()
      sections.push({ heading, id: slug(heading), depth: token.depth, text: '' })
    } else {
      const last = sections.at(-1)
      if (last) last.text += ` ${plainText([token])}`
    }
  }
  for (const section of sections) section.text = section.text.replace(/\s+/g, ' ').trim()
  return sections
}

function plainText(tokens: Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'html') return ''
      if (token.type === 'list') return (token as Tokens.List).items.map((item) => `${plainText([item])} `).join('')
      if (token.type === 'table') {
        const { header, rows } = token as Tokens.Table
        return [header, ...rows].flatMap((cells) => cells.map((cell) => ` ${plainText(cell.tokens)}`)).join('')
      }
      if ('tokens' in token && token.tokens) return `${plainText(token.tokens)}${token.type === 'paragraph' ? ' ' : ''}`
      return 'text' in token ? String(token.text) : ''
    })
    .join('')
}

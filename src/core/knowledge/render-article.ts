import type { MarkdownIt, Token } from 'markdown-it'
import { escapeHtml } from '#base/escape-html.ts'
import { splitLinks } from '#base/links.ts'
import { slugOf } from '#base/slugs.ts'
import { type CalloutKind, calloutLabels } from './callouts.ts'
import { CALLOUT, createMarkdown, pictureIdOf } from './markdown.ts'

/** What an article's HTML needs beside its text. */
export interface RenderFor {
  /** The address of a picture of the service, with its size in pixels; undefined for one that readers may not see. */
  picture(id: string): { url: string; width: number; height: number } | undefined
  /** A link to another page of the help centre, as it is to be written here; undefined for any other address. */
  linkTo?(address: string): string | undefined
  /** The language that callouts are called in. */
  locale: string
}

/** Kept parsers hold nothing of an article: what is rendered for comes with each call. */
let markdown: MarkdownIt | undefined

/** A body as HTML of our own making. No element, attribute or address of it was taken over unchecked. */
export function renderBody(body: string, target: RenderFor): string {
  markdown ??= createRenderer()
  return markdown.render(body, { target, slugs: new Map<string, number>(), pictures: 0 } satisfies Rendering)
}

/** A plain answer as HTML: paragraphs, line breaks, and links. */
export function renderPlain(text: string): string {
  return text
    .trim()
    .split(/\n\s*\n/)
    .filter(Boolean)
    .map((paragraph) => `<p>${paragraph.split('\n').map(linked).join('<br>')}</p>\n`)
    .join('')
}

const linked = (line: string) =>
  splitLinks(line)
    .map(({ text, isLink }) =>
      isLink ? `<a href="${escapeHtml(text)}" rel="noopener">${escapeHtml(text)}</a>` : escapeHtml(text),
    )
    .join('')

interface Rendering {
  target: RenderFor
  /** How often each heading's id was given. */
  slugs: Map<string, number>
  pictures: number
}

const of = (env: unknown) => env as Rendering

/** Sites of videos: a link to one says so. */
const VIDEO = /^https:\/\/((www\.|m\.)?youtube\.com\/(watch|shorts)|youtu\.be\/|(www\.|player\.)?vimeo\.com\/)/

function createRenderer(): MarkdownIt {
  const made = createMarkdown()
  const { rules } = made.renderer
  made.core.ruler.push('callouts', ({ tokens }) => {
    for (const [i, token] of tokens.entries()) if (token.type === 'blockquote_open') markCallout(token, tokens[i + 2])
  })

  made.core.ruler.push('headings', ({ tokens }) => setLevels(tokens))
  rules.heading_open = (tokens, i, _options, env) => {
    const token = tokens[i] as Token
    const base = slugOf((tokens[i + 1] as Token).content, 'part')
    const times = of(env).slugs.get(base) ?? 0
    of(env).slugs.set(base, times + 1)
    return `<${token.tag} id="${escapeHtml(times === 0 ? base : `${base}-${times}`)}">`
  }
  rules.heading_close = (tokens, i) => `</${(tokens[i] as Token).tag}>\n`
  rules.blockquote_open = (tokens, i, options, env, self) => {
    const kind = (tokens[i] as Token).meta?.callout as CalloutKind | undefined
    const opened = self.renderToken(tokens, i, options)
    return kind ? `${opened}<p class="label">${escapeHtml(calloutLabels(of(env).target.locale)[kind])}</p>\n` : opened
  }
  rules.table_open = () => '<div class="wide" tabindex="0"><table>\n'
  rules.table_close = () => '</table></div>\n'

  rules.link_open = (tokens, i, options, env, self) => {
    const token = tokens[i] as Token
    const address = String(token.attrGet('href') ?? '')
    const own = of(env).target.linkTo?.(address)
    if (own !== undefined) token.attrSet('href', own)
    else if (/^https?:/i.test(address)) token.attrSet('rel', 'noopener')
    if (VIDEO.test(address)) token.attrSet('class', 'video')
    return self.renderToken(tokens, i, options)
  }

  rules.image = (tokens, i, _options, env) => {
    const token = tokens[i] as Token
    const address = String(token.attrGet('src') ?? '')
    const description = token.content
    const id = pictureIdOf(address)
    const picture = id === null ? undefined : of(env).target.picture(id)
    if (picture) {
      // The first picture may be the largest thing on the screen: it does not wait.
      const when = of(env).pictures++ === 0 ? '' : ' loading="lazy"'
      const { url, width, height } = picture
      return `<img src="${escapeHtml(url)}" alt="${escapeHtml(description)}" width="${width}" height="${height}"${when} decoding="async">`
    }
    if (!/^https?:\/\//i.test(address)) return escapeHtml(description)
    return `<a href="${escapeHtml(address)}" rel="noopener">${escapeHtml(description || address)}</a>`
  }
  return made
}

/**
 * Puts the headings of a body below the page's title, which is the only one of the first level, and none two levels below
 * the one before it: readers who jump from heading to heading would look for what lies between.
 */
function setLevels(tokens: Token[]): void {
  const headings = tokens.filter(({ type }) => type === 'heading_open' || type === 'heading_close')
  const used = [...new Set(headings.map(({ tag }) => tag))].sort()
  let before = 1
  for (const heading of headings) {
    const level = heading.type === 'heading_open' ? Math.min(used.indexOf(heading.tag) + 2, before + 1, 6) : before
    heading.tag = `h${level}`
    before = level
  }
}

/** A quotation that begins with `[!NOTE]` and the like is a callout: the mark becomes a class. */
function markCallout(quotation: Token, inline: Token | undefined): void {
  const found = inline?.type === 'inline' ? CALLOUT.exec(inline.content) : null
  const first = inline?.children?.[0]
  if (!found || !first || first.type !== 'text') return
  const kind = found[1]?.toLowerCase()
  quotation.attrSet('class', `callout ${kind}`)
  quotation.meta = { callout: kind }
  first.content = first.content.replace(CALLOUT, '')
  if (first.content === '' && inline.children?.[1]?.type === 'softbreak') inline.children.splice(0, 2)
}

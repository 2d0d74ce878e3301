import { Parser } from 'htmlparser2'
import { escapeHtml } from '#base/escape-html.ts'

/**
 * What is read of one page: parsers of whole documents take the square of how deep elements stand, and more memory than a
 * thread may have for a page of nothing but marks. What follows is cut off.
 */
const LIMITS = { html: 1_000_000, elements: 15_000, depth: 60, text: 120_000 } as const

/** Elements that are read, with the attributes that are; of others the words are kept. */
const READ = new Map<string, readonly string[]>(
  'main article section header footer nav aside div p span br hr h1 h2 h3 h4 h5 h6 ul li dl dt dd table thead tbody tfoot tr th td caption blockquote pre code kbd em i strong b del s figure figcaption'
    .split(' ')
    .map((name) => [name, []]),
)
for (const [name, attributes] of Object.entries({
  a: ['href'],
  img: ['src', 'alt'],
  ol: ['start'],
}))
  READ.set(name, attributes)

/** Attributes that tell menus from the main text. */
const TELLING = ['class', 'id', 'role']
/** Elements whose contents people do not read. */
const WORDLESS = new Set(
  'script style noscript template iframe object embed svg math canvas textarea select option button video audio'.split(
    ' ',
  ),
)
const VOID = new Set(['br', 'hr', 'img'])
const ATTRIBUTE_MAX = 2_048

class Enough extends Error {}

/** What is read of a page. */
export interface CleanPage {
  /** Its contents, with nothing in them but texts, links and pictures, and not more than parsers can bear. */
  html: string
  /** What it is called by `<title>`, and where it is shared; empty: nothing. */
  title: string
  sharedTitle: string
  /** Its `lang`; null: none. */
  language: string | null
}

/** Reads HTML of strangers. */
export function cleanHtml(html: string): CleanPage {
  const parts: string[] = []
  const page: CleanPage = { html: '', title: '', sharedTitle: '', language: null }
  let isInTitle = false
  let [elements, depth, wordless, text] = [0, 0, 0, 0]
  const parser = new Parser({
    onopentag(name, attributes) {
      if (++elements > LIMITS.elements) throw new Enough()
      if (WORDLESS.has(name)) wordless++
      if (name === 'html') page.language ??= attributes.lang?.slice(0, ATTRIBUTE_MAX) || null
      if (name === 'title') isInTitle = wordless === 0
      if (name === 'meta' && attributes.property === 'og:title') page.sharedTitle ||= (attributes.content ?? '').trim()
      if (name === 'iframe') parts.push(videoLink(attributes.src ?? ''))
      if (wordless > 0) return
      const names = READ.get(name)
      if (names && (VOID.has(name) || ++depth <= LIMITS.depth)) parts.push(tagOf(name, names, attributes))
    },
    ontext(words) {
      if (wordless > 0) return
      text += words.length
      if (text > LIMITS.text) throw new Enough()
      if (isInTitle) page.title += words
      else parts.push(escapeHtml(words))
    },
    onclosetag(name) {
      if (name === 'title') isInTitle = false
      if (WORDLESS.has(name)) wordless--
      else if (wordless === 0 && READ.has(name) && !VOID.has(name) && depth-- <= LIMITS.depth) parts.push(`</${name}>`)
    },
  })
  try {
    parser.end(html.slice(0, LIMITS.html))
  } catch (error) {
    if (!(error instanceof Enough)) throw error
  }
  return { ...page, html: parts.join('') }
}

function tagOf(name: string, names: readonly string[], attributes: Record<string, string>): string {
  const given = name === 'img' ? { ...attributes, src: pictureAddress(attributes) } : attributes
  const kept = [...names, ...TELLING].flatMap((one) => {
    const value = given[one]?.slice(0, ATTRIBUTE_MAX)
    return value ? ` ${one}="${escapeHtml(value)}"` : []
  })
  return `<${name}${kept.join('')}>`
}

/** Pictures that scripts load later have their address elsewhere. */
function pictureAddress({ src = '', ...rest }: Record<string, string>): string {
  return src === '' || src.startsWith('data:') ? (rest['data-src'] ?? rest['data-original'] ?? '') : src
}

/** A film that is shown in a frame, as a link; nothing for any other frame. */
function videoLink(src: string): string {
  const youtube = /^(?:https?:)?\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/([\w-]{1,20})/.exec(src)?.[1]
  const vimeo = /^(?:https?:)?\/\/player\.vimeo\.com\/video\/(\d{1,20})/.exec(src)?.[1]
  const href = youtube ? `https://www.youtube.com/watch?v=${youtube}` : vimeo ? `https://vimeo.com/${vimeo}` : ''
  return href && `<p><a href="${href}">${href}</a></p>`
}

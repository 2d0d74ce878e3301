import { type ComponentChildren, h } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import styles from '../styles/article.css?inline'
import stylesFile from '../styles/article.css?url'
import { Link, webAddress } from './words.tsx'

/** The elements of an article, and which of their attributes are taken over beside those that are read below. */
const ELEMENTS: Record<string, string[]> = {
  p: ['class'],
  h2: [],
  h3: [],
  h4: [],
  h5: [],
  h6: [],
  ul: [],
  ol: ['start'],
  li: [],
  strong: [],
  em: [],
  s: [],
  code: [],
  pre: [],
  blockquote: ['class'],
  div: ['class', 'tabindex'],
  table: [],
  thead: [],
  tbody: [],
  tr: [],
  th: [],
  td: [],
  br: [],
  hr: [],
}
const ARTICLE = '#article:'

type OpenArticle = (id: string) => void

/** An article's text. It is built from the elements known here: whatever else the HTML has is left out. */
export function ArticleBody({ html, onArticle }: { html: string; onArticle: OpenArticle }) {
  useEffect(dress, [])
  const nodes = useMemo(
    () => childrenOf(new DOMParser().parseFromString(html, 'text/html').body, onArticle),
    [html, onArticle],
  )
  return (
    <div class="body" dir="auto">
      {nodes}
    </div>
  )
}

const childrenOf = (parent: Node, open: OpenArticle): ComponentChildren[] =>
  [...parent.childNodes].map((node) =>
    node instanceof Element ? build(node, open) : node.nodeType === Node.TEXT_NODE ? node.nodeValue : null,
  )

function build(element: Element, open: OpenArticle): ComponentChildren {
  const tag = element.localName
  if (tag === 'a') return link(element, open)
  if (tag === 'img') return picture(element)
  const taken = ELEMENTS[tag]
  if (!taken) return null
  const attributes = taken.flatMap((name) => {
    const value = element.getAttribute(name)
    return value === null ? [] : [[name, value]]
  })
  // The article's title is a heading of the second level here, as it is one of the first on pages.
  const level = /^h[2-5]$/.test(tag) ? `h${Number(tag[1]) + 1}` : tag
  return h(level, Object.fromEntries(attributes), childrenOf(element, open))
}

function link(element: Element, open: OpenArticle): ComponentChildren {
  const address = element.getAttribute('href') ?? ''
  const words = childrenOf(element, open)
  if (address.startsWith(ARTICLE)) {
    return (
      <a
        href={address}
        onClick={(event) => {
          event.preventDefault()
          open(address.slice(ARTICLE.length))
        }}
      >
        {words}
      </a>
    )
  }
  // Other places of the page that the article has, which this is not.
  if (address.startsWith('#')) return words
  const href = /^(mailto|tel):/i.test(address) ? address : webAddress(address)
  if (!href) return words
  return (
    <Link href={href} {...(element.classList.contains('video') && { class: 'video' })}>
      {words}
    </Link>
  )
}

function picture(element: Element): ComponentChildren {
  const src = webAddress(element.getAttribute('src'))
  const side = (name: string) => Number(element.getAttribute(name)) || undefined
  if (!src || new URL(src).origin !== location.origin) return element.getAttribute('alt')
  const alt = element.getAttribute('alt') ?? ''
  return <img src={src} alt={alt} width={side('width')} height={side('height')} loading="lazy" />
}

let isDressed = false

/** The styles of articles, with the first one; before Safari 16.4 as a file. */
function dress(): void {
  if (isDressed) return
  isDressed = true
  try {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(styles)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  } catch {
    const file = document.createElement('link')
    file.rel = 'stylesheet'
    file.href = stylesFile
    document.head.append(file)
  }
}

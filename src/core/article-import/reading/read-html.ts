import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import { cleanHtml } from './clean-html.ts'
import type { HtmlElement } from './html-element.ts'
import { toMarkdown } from './to-markdown.ts'

/** What a page says, in Markdown. */
export interface PageText {
  title: string
  markdown: string
  /** What the page calls its language; null: nothing. */
  language: string | null
}

/** Reads a page of a site: its main text, without menus and the like. `address`: where it lies, which its links rest on. */
export function readPage(html: string, address: string): PageText {
  const page = cleanHtml(html)
  const { document } = parseHTML(`<!doctype html><html><head></head><body>${page.html}</body></html>`)
  const headings = [...document.querySelectorAll('h1')].map(textOf).filter(Boolean)
  const named = page.sharedTitle || onOneLine(page.title)
  const title = (headings.length === 1 ? headings[0] : named) || headings[0] || ''
  const marked = document.querySelector('main, [role="main"], article') ?? document.body
  const fallback = marked.innerHTML
  const judged = mainTextOf(document)
  const markdown = judged ? toMarkdown(judged, { address, title }) : ''
  return { title, language: page.language, markdown: markdown || toMarkdown(fallback, { address, title }) }
}

/** HTML that is an article already, as help desks keep it. */
export function readFragment(html: string, address: string, title: string): string {
  return toMarkdown(cleanHtml(html).html, { address, title })
}

const onOneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
const textOf = (element: HtmlElement) => onOneLine(element.textContent ?? '')

function mainTextOf(document: unknown): string | null {
  try {
    return new Readability(document as ConstructorParameters<typeof Readability>[0]).parse()?.content ?? null
  } catch {
    return null // elements that stand where they may not
  }
}

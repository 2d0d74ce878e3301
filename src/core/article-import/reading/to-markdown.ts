import { parseHTML } from 'linkedom'
import TurndownService from 'turndown'
import type { HtmlElement } from './html-element.ts'

/** Makes clean HTML into Markdown of articles: whole addresses, and headings that begin below the page's title. */
export function toMarkdown(html: string, { address, title }: { address: string; title: string }): string {
  const { document } = parseHTML(`<html><body>${html}</body></html>`)
  const { body } = document
  dropTitle(body, title)
  for (const link of body.querySelectorAll('a')) makeWhole(link, 'href', address)
  for (const picture of body.querySelectorAll('img')) makeWhole(picture, 'src', address)
  return createService(highestHeading(body)).turndown(body).trim()
}

const HEADINGS = 'h1, h2, h3, h4, h5, h6'
const levelOf = ({ nodeName }: { nodeName: string }) => Number(nodeName.slice(1))
const highestHeading = (body: HtmlElement) => Math.min(6, ...[...body.querySelectorAll(HEADINGS)].map(levelOf))

/** The page shows the title by itself. */
function dropTitle(body: HtmlElement, title: string): void {
  const first = body.querySelector(HEADINGS)
  if (first && title !== '' && onOneLine(first.textContent ?? '') === title) first.remove()
}

/** Links to a place of the same page lead nowhere in an article, and lose their address. */
function makeWhole(element: HtmlElement, name: string, base: string): void {
  const given = element.getAttribute(name) ?? ''
  const url = given === '' || given.startsWith('#') ? null : URL.parse(given, base || undefined)
  // Marks that end an address in Markdown are written as their codes.
  const safe = url?.href.replace(/[()<>\s]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
  if (safe && /^(https?|mailto|tel):/.test(safe)) element.setAttribute(name, safe)
  else element.removeAttribute(name)
}

function createService(highest: number): TurndownService {
  const service = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    emDelimiter: '*',
  })
  addTables(service)
  service.addRule('heading', {
    filter: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
    replacement: (text, node) => {
      const words = onOneLine(text)
      return words === '' ? '' : `\n\n${'#'.repeat(levelOf(node) - highest + 1)} ${words}\n\n`
    },
  })
  service.addRule('picture', {
    filter: 'img',
    replacement: (_text, node) => {
      const src = (node as HtmlElement).getAttribute('src')
      const words = ((node as HtmlElement).getAttribute('alt') ?? '').replace(/[[\]\\<>`*_!\s]+/g, ' ').trim()
      return src && /^https?:/.test(src) ? `![${words}](${src})` : words
    },
  })
  return service
}

/** Rows of tables with several columns; tables that lay out a page are read cell by cell. */
function addTables(service: TurndownService): void {
  /** What was found out of a table: a large one has thousands of cells. */
  const known = new Map<HtmlElement, boolean>()
  const isRow = (element: unknown) => {
    const node = element as HtmlElement | null
    const table = node?.nodeName === 'TR' && node.closest('table')
    if (!table) return false
    const isKnown = known.get(table) ?? isOfColumns(table)
    known.set(table, isKnown)
    return isKnown
  }
  service.addRule('cell', {
    filter: (node) => /^T[HD]$/.test(node.nodeName) && isRow(node.parentNode),
    replacement: (text) => ` ${onOneLine(text).replaceAll('|', '\\|')} |`,
  })
  service.addRule('row', {
    filter: isRow,
    replacement: (text, node) => {
      const row = node as HtmlElement
      const isFirst = row.closest('table')?.querySelector('tr') === row
      return `\n|${text}${isFirst ? `\n|${' --- |'.repeat(cellsOf(row))}` : ''}`
    },
  })
}

const onOneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

const cellsOf = (row: HtmlElement) => [...row.children].filter(({ nodeName }) => /^T[HD]$/.test(nodeName)).length

function isOfColumns(table: HtmlElement): boolean {
  const first = table.querySelector('tr')
  return first !== null && cellsOf(first) > 1 && table.querySelector('table') === null
}

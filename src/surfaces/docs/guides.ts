import { readdir, readFile } from 'node:fs/promises'
import { posix } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { escapeHtml } from '#base/escape-html.ts'
import { type PageSection, readSections, renderMarkdown } from './markdown.ts'
import { DOCS, flattenNavigation, type GuideLink, HOME, type ReaderSection, readNavigation } from './navigation.ts'

/** Folders of docs/ whose pages are served, under the paths that they have in the repository. */
const FOLDERS = ['.', 'api', 'operate', 'specification', 'decisions']
/** Folders of docs/ whose files pages link to or show. */
const FILE_FOLDERS = ['examples', 'images']

/** Addresses of pages and files: on the service below /docs/, in a static site below its root. */
export interface SiteLayout {
  /** The absolute path of a page or a file of docs/. */
  addressOf(path: string): string
  /** Further pages that the header links to. */
  links: { title: string; address: string }[]
}

/** The guides, read; each page is rendered when it is asked for, because all of them together take more than a second. */
export interface GuideSite {
  /** Pages by their path below docs/. */
  pages: string[]
  /** Markdown of a page. */
  sourceOf(path: string): string
  /** HTML of a page; `address` is its own unless it is served at another one too. */
  render(path: string, address?: string): string
  /** Files that the pages show or link to: programs and images, below docs/. */
  files: string[]
  /** JSON for the search in the browser: the text of each section, with its address relative to `root`. */
  indexSections(): Promise<string>
}

/** Redirect for a folder's path: its list of pages, relative to the reader's address. Null for other paths. */
export function indexOf(path: string): string | null {
  const folder = path.replace(/\/$/, '')
  if (folder === '') return HOME
  if (!FOLDERS.includes(folder)) return null
  return path.endsWith('/') ? HOME : `${folder}/${HOME}`
}

/** Reads every guide; `root` is the address of docs/. */
export async function readGuides(layout: SiteLayout, root: string): Promise<GuideSite> {
  const [navigation, template, paths, files] = await Promise.all([
    readNavigation(),
    readFile(new URL('browser/guide.html', import.meta.url), 'utf8'),
    listFiles(FOLDERS, (name) => name.endsWith('.md')),
    listFiles(FILE_FOLDERS, () => true),
  ])
  const known = new Set([...paths, ...files])
  const order = [{ title: 'Home', about: '', path: HOME, pages: [] }, ...flattenNavigation(navigation)]
  const sources = await Promise.all(paths.map((path) => readFile(new URL(path, DOCS), 'utf8')))
  const texts = new Map(paths.map((path, i) => [path, sources[i] as string]))

  const sourceOf = (path: string) => texts.get(path) as string
  const render = (path: string, address = layout.addressOf(path)) => {
    const text = sourceOf(path)
    const sections = readSections(text)
    const href = (target: string) => relativeAddress(address, target)
    const parts: Record<string, string> = {
      root: href(root).replace(/\/?$/, '/').replace(/^\/$/, './'),
      title: escapeHtml(sections[0]?.heading ?? ''),
      home: href(layout.addressOf(HOME)),
      links: layout.links.map(({ title, address }) => `<a href="${href(address)}">${escapeHtml(title)}</a>`).join(''),
      menu: renderMenu(navigation, path, (page) => href(layout.addressOf(page))),
      contents: renderContents(sections),
      article: rewriteLinks(renderMarkdown(text), path, (target) =>
        known.has(target) ? href(layout.addressOf(target)) : null,
      ),
      pager: renderPager(order, path, (page) => href(layout.addressOf(page))),
    }
    return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => parts[name] ?? '')
  }
  async function indexSections(): Promise<string> {
    const sections: object[] = []
    for (const { path } of order) {
      await setImmediate() // other requests have their turn between two pages
      sections.push(...indexPage(sourceOf(path), relativeAddress(root, layout.addressOf(path))))
    }
    return JSON.stringify(sections)
  }
  return { pages: paths, sourceOf, render, files, indexSections }
}

async function listFiles(folders: string[], isListed: (name: string) => boolean): Promise<string[]> {
  const names = await Promise.all(
    folders.map(async (folder) => {
      const entries = await readdir(new URL(folder, DOCS), { withFileTypes: true }).catch(() => [])
      return entries.filter((entry) => entry.isFile()).map(({ name }) => posix.join(folder, name))
    }),
  )
  return names.flat().filter(isListed).sort()
}

/** From one absolute path to another as a link says it. */
function relativeAddress(from: string, to: string): string {
  const path = posix.relative(from.endsWith('/') ? from : posix.dirname(from), to)
  return to.endsWith('/') && path !== '' ? `${path}/` : path
}

/** Links to what is served lead there; of others, such as those to tests, the words stay. */
function rewriteLinks(html: string, from: string, addressOf: (path: string) => string | null): string {
  const resolve = (target: string) => {
    const [path = '', hash] = target.split('#')
    const address = addressOf(posix.join(posix.dirname(from), path))
    return address === null || hash === undefined ? address : `${address}#${hash}`
  }
  const isElsewhere = (target: string) => /^(#|[a-z]+:)/.test(target)
  return html
    .replace(/<a href="([^"]+)">(.*?)<\/a>/gs, (link, target: string, words: string) => {
      if (isElsewhere(target)) return link
      const address = resolve(target)
      return address === null ? words : `<a href="${address}">${words}</a>`
    })
    .replace(/ (src|srcset)="([^"]+)"/g, (whole, name: string, target: string) =>
      isElsewhere(target) ? whole : ` ${name}="${resolve(target) ?? target}"`,
    )
}

function renderMenu(sections: ReaderSection[], current: string, hrefOf: (path: string) => string): string {
  const item = ({ title, path, pages }: GuideLink): string => {
    const here = path === current ? ' aria-current="page"' : ''
    const isOpen = path === current || pages.some((page) => page.path === current)
    const below = isOpen && pages.length > 0 ? `<ul>${pages.map(item).join('')}</ul>` : ''
    return `<li><a href="${hrefOf(path)}"${here}>${escapeHtml(title)}</a>${below}</li>`
  }
  return sections
    .map(({ title, pages }) => `<h2>${escapeHtml(title)}</h2><ul>${pages.map(item).join('')}</ul>`)
    .join('')
}

/** The second-level headings, where there are enough for a list to help. */
function renderContents(sections: PageSection[]): string {
  const headings = sections.filter(({ depth }) => depth === 2)
  if (headings.length < 3) return ''
  const items = headings.map(({ heading, id }) => `<li><a href="#${id}">${escapeHtml(heading)}</a></li>`)
  return `<nav class="contents" aria-labelledby="pageContents"><h2 id="pageContents">On this page</h2><ul>${items.join('')}</ul></nav>`
}

function renderPager(order: GuideLink[], current: string, hrefOf: (path: string) => string): string {
  const at = order.findIndex(({ path }) => path === current)
  const link = (page: GuideLink | undefined, rel: 'prev' | 'next', label: string) =>
    page ? `<a rel="${rel}" href="${hrefOf(page.path)}"><small>${label}</small> ${escapeHtml(page.title)}</a>` : ''
  if (at < 0) return ''
  const links = link(order[at - 1], 'prev', 'Previous') + link(order[at + 1], 'next', 'Next')
  return `<nav class="pager" aria-label="Previous and next page">${links}</nav>`
}

function indexPage(text: string, address: string): object[] {
  const sections = readSections(text)
  const title = sections[0]?.heading ?? ''
  return sections.map(({ heading, id, text }, i) => ({
    title,
    heading: i === 0 ? '' : heading,
    url: i === 0 ? address : `${address}#${id}`,
    text,
  }))
}

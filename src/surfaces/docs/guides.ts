import { readdir, readFile } from 'node:fs/promises'
import { posix } from 'node:path'
import { Marked, type Tokens } from 'marked'
import { escapeHtml } from '#base/escape-html.ts'
import { type File, toFile } from './serve.ts'

const DOCS = new URL('../../../docs/', import.meta.url)

/** Folders of docs/ that are served, under the same paths as in the repository: links between pages work in both. */
export const GUIDE_FOLDERS = ['.', 'api', 'operate'] as const

/** A page as its folder's README.md lists it. */
export interface GuideLink {
  title: string
  /** What is on it, in a few words. */
  about: string
  /** Below docs/, such as `api/messages.md`. */
  path: string
}

interface Folder {
  title: string
  /** Of its list of pages. */
  path: string
  pages: GuideLink[]
}

const README = /(^|\/)README\.md$/

/** The pages of a folder, in the order in which its README.md links to them. */
export async function listGuides(folder: string): Promise<Folder> {
  const text = await readFile(new URL(`${folder}/README.md`, DOCS), 'utf8')
  const links = [...text.matchAll(/^- \[(.+?)\]\(([\w./-]+\.md)\)(?:: (.+))?$/gm)]
  return {
    title: titleOf(text),
    path: posix.join(folder, 'README.md'),
    pages: links.map(([, title = '', name = '', about = '']) => ({ title, about, path: posix.join(folder, name) })),
  }
}

/** A guide as a web page, and as it was written. */
interface Guide {
  page: File
  source: File
}

/** Where a folder's path leads: to its list of pages. The way is told from where the reader is. Null for other paths. */
export function indexOf(path: string): string | null {
  const folder = path.replace(/\/$/, '')
  if (folder === '') return 'README.md'
  if (!GUIDE_FOLDERS.some((one) => one === folder)) return null
  return path.endsWith('/') ? 'README.md' : `${folder}/README.md`
}

/** The guides, and the programs they show, by their paths. */
export async function renderGuides(): Promise<Map<string, Guide>> {
  const folders = await Promise.all(GUIDE_FOLDERS.map(listGuides))
  const template = await readFile(new URL('browser/guide.html', import.meta.url), 'utf8')
  const paths = [
    ...folders.flatMap(({ pages }) => pages),
    ...GUIDE_FOLDERS.map((f) => ({ path: posix.join(f, 'README.md') })),
  ]
  const served = new Set(paths.map(({ path }) => path))
  const examples = (await readdir(new URL('examples', DOCS))).map((name) => `examples/${name}`)
  return new Map(
    await Promise.all([
      ...paths.map(async ({ path }) => [path, await render(path)] as const),
      ...examples.map(async (path) => [path, await readExample(path)] as const),
    ]),
  )

  /** Pages that are read in the repository only, such as decisions, are named but not linked to. */
  function withoutLinksToUnserved(html: string, from: string): string {
    return html.replace(/<a href="([\w./-]+\.md)(?:#[^"]*)?">(.*?)<\/a>/g, (link, target: string, words: string) =>
      served.has(posix.join(posix.dirname(from), target)) ? link : words,
    )
  }

  async function render(path: string): Promise<Guide> {
    const text = await readFile(new URL(path, DOCS), 'utf8')
    const parts: Record<string, string> = {
      root: rootOf(path),
      title: escapeHtml(titleOf(text)),
      menu: folders.map((folder) => renderMenu(folder, path)).join(''),
      article: withoutLinksToUnserved(await markdown.parse(text), path),
    }
    const page = template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => parts[name] ?? '')
    return {
      page: await toFile('text/html; charset=utf-8', page),
      source: await toFile('text/markdown; charset=utf-8', text),
    }
  }
}

async function readExample(path: string): Promise<Guide> {
  const file = await toFile('text/plain; charset=utf-8', await readFile(new URL(path, DOCS)))
  return { page: file, source: file }
}

function renderMenu({ title, path, pages }: Folder, current: string): string {
  const link = (page: { title: string; path: string }) =>
    `<a href="${rootOf(current)}${page.path}"${page.path === current ? ' aria-current="page"' : ''}>${escapeHtml(page.title)}</a>`
  const items = pages.filter((page) => !README.test(page.path)).map((page) => `<li>${link(page)}</li>`)
  return `<h2>${link({ title, path })}</h2><ul>${items.join('')}</ul>`
}

/** Headings get the ids that links to them use on code hosts; wide tables scroll by themselves. */
const markdown = new Marked({
  renderer: {
    heading({ tokens, depth, text }: Tokens.Heading) {
      const id = text
        .toLowerCase()
        .replace(/[^\w\s-]/g, '')
        .replace(/\s/g, '-')
      return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>`
    },
    table(token: Tokens.Table) {
      const row = (cells: Tokens.TableCell[], tag: string) =>
        `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`
      const body = token.rows.map((cells) => row(cells, 'td')).join('')
      return `<div class="wide" tabindex="0"><table><thead>${row(token.header, 'th')}</thead><tbody>${body}</tbody></table></div>`
    },
  },
})

/** The way from a page up to /docs/. */
function rootOf(path: string): string {
  return path.includes('/') ? '../' : './'
}

function titleOf(text: string): string {
  return /^# (.+)$/m.exec(text)?.[1] ?? ''
}

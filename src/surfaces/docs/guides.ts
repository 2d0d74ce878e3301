import { readdir, readFile } from 'node:fs/promises'
import { posix } from 'node:path'
import { Marked, type Tokens } from 'marked'
import { type File, toFile } from './serve.ts'

const DOCS = new URL('../../../docs/', import.meta.url)

/** Folders of docs/ that are served, under the same paths as in the repository: links between pages work in both. */
export const GUIDE_FOLDERS = ['api', 'operate'] as const

/** A page as its folder's README.md lists it. */
export interface GuideLink {
  title: string
  /** Below docs/, such as `api/messages.md`. */
  path: string
}

interface Folder {
  title: string
  pages: GuideLink[]
}

/** The pages of a folder, in the order in which its README.md links to them. */
export async function listGuides(folder: string): Promise<Folder> {
  const text = await readFile(new URL(`${folder}/README.md`, DOCS), 'utf8')
  const links = [...text.matchAll(/^- \[(.+?)\]\(([\w./-]+\.md)\)/gm)]
  return {
    title: titleOf(text),
    pages: links.map(([, title = '', name = '']) => ({ title, path: posix.join(folder, name) })),
  }
}

/** The guides as web pages, and the programs they show, by their paths. */
export async function renderGuides(): Promise<Map<string, File>> {
  const folders = await Promise.all(GUIDE_FOLDERS.map(listGuides))
  const template = await readFile(new URL('browser/guide.html', import.meta.url), 'utf8')
  const paths = [...folders.flatMap(({ pages }) => pages), ...GUIDE_FOLDERS.map((f) => ({ path: `${f}/README.md` }))]
  const examples = (await readdir(new URL('examples', DOCS))).map((name) => `examples/${name}`)
  return new Map(
    await Promise.all([
      ...paths.map(async ({ path }) => [path, await render(path)] as const),
      ...examples.map(async (path) => [path, await readExample(path)] as const),
    ]),
  )

  async function render(path: string): Promise<File> {
    const text = await readFile(new URL(path, DOCS), 'utf8')
    const parts: Record<string, string> = {
      root: rootOf(path),
      title: escapeHtml(titleOf(text)),
      menu: folders.map((folder) => renderMenu(folder, path)).join(''),
      article: await markdown.parse(text),
    }
    const page = template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => parts[name] ?? '')
    return toFile('text/html; charset=utf-8', page)
  }
}

async function readExample(path: string): Promise<File> {
  return toFile('text/plain; charset=utf-8', await readFile(new URL(path, DOCS)))
}

function renderMenu({ title, pages }: Folder, current: string): string {
  const items = pages.map(
    (page) =>
      `<li><a href="${rootOf(current)}${page.path}"${page.path === current ? ' aria-current="page"' : ''}>${escapeHtml(page.title)}</a></li>`,
  )
  return `<h2>${escapeHtml(title)}</h2><ul>${items.join('')}</ul>`
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

function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;')
}

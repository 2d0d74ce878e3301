import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { posix } from 'node:path'

export const DOCS = new URL('../../../docs/', import.meta.url)
export const HOME = 'README.md'

/** A page as the list that links to it describes it. */
export interface GuideLink {
  title: string
  /** What is on it, in a few words. */
  about: string
  /** Below docs/, such as `api/messages.md`. */
  path: string
  /** Pages that it lists, if it is the README.md of a folder. */
  pages: GuideLink[]
}

/** The guides for one kind of reader. */
export interface ReaderSection {
  title: string
  pages: GuideLink[]
}

/** What docs/README.md lists below a heading for each kind of reader; folders bring the pages of their own README.md. */
export async function readNavigation(): Promise<ReaderSection[]> {
  const text = await readFile(new URL(HOME, DOCS), 'utf8')
  const sections = text.split(/^## /m).slice(1)
  const top = sections.map((section) => ({
    title: section.slice(0, section.indexOf('\n')),
    pages: listPages(section, '.'),
  }))
  const listed = new Set(top.flatMap(({ pages }) => pages.map(({ path }) => path)))
  for (const page of top.flatMap(({ pages }) => pages).filter(({ path }) => path.endsWith('/README.md'))) {
    const pages = listPages(await readFile(new URL(page.path, DOCS), 'utf8'), posix.dirname(page.path))
    page.pages = pages.filter(({ path }) => !listed.has(path))
  }
  return top
}

/** Every page in the order in which a reader goes through them. */
export function flattenNavigation(sections: ReaderSection[]): GuideLink[] {
  return sections.flatMap(({ pages }) => pages.flatMap((page) => [page, ...page.pages]))
}

/** Links in lists to pages that exist: a package has no specification and no decisions. */
function listPages(text: string, folder: string): GuideLink[] {
  return [...text.matchAll(/^- \[(.+?)\]\(([\w./-]+\.md)\)(?:: (.+))?$/gm)]
    .map(([, title = '', name = '', about = '']) => ({ title, about, path: posix.join(folder, name), pages: [] }))
    .filter(({ path }) => existsSync(new URL(path, DOCS)))
}

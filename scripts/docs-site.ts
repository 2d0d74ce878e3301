import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readGuides } from '../src/surfaces/docs/guides.ts'
import { buildBrowserCode } from './build.ts'

// npm run docs:build [FOLDER]: the guides as static files, for any web server or for a file host. The pages are those that
// the service serves at /docs, with `.html` in their addresses.

const root = fileURLToPath(new URL('..', import.meta.url))
const BROWSER = join(root, 'src/surfaces/docs/browser')

/** Writes the site; deletes what was in the folder. Returns how many pages it has. */
export async function buildDocsSite(folder: string): Promise<number> {
  await buildBrowserCode()
  const addressOf = (path: string) => `/${path.replace(/(^|\/)README\.md$/, '$1index.html').replace(/\.md$/, '.html')}`
  const site = await readGuides({ addressOf, links: [] }, '/')
  rmSync(folder, { recursive: true, force: true })
  const write = (path: string, put: (target: string) => void) => {
    const target = join(folder, path)
    mkdirSync(dirname(target), { recursive: true })
    put(target)
  }
  for (const path of site.pages) write(addressOf(path), (target) => writeFileSync(target, site.render(path)))
  for (const path of site.files) write(path, (target) => cpSync(join(root, 'docs', path), target))
  for (const name of readdirSync(BROWSER).filter((name) => /^(guide\.(css|js)|icon\.svg)$/.test(name)))
    write(name, (target) => cpSync(join(BROWSER, name), target))
  write('minisearch.js', (target) => cpSync(join(root, 'dist/docs/minisearch.js'), target))
  const search = await site.indexSections()
  write('search.json', (target) => writeFileSync(target, search))
  return site.pages.length
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = process.argv[2] ?? join(root, 'site')
  console.log(`${await buildDocsSite(folder)} pages in ${folder}`)
}

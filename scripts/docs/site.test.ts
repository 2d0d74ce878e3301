import assert from 'node:assert/strict'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { after, test } from 'node:test'
import { buildDocsSite } from '../docs-site.ts'

const folder = mkdtempSync(join(tmpdir(), 'parley-docs-site-'))
after(() => rmSync(folder, { recursive: true }))
const count = await buildDocsSite(folder)
const pages = globSync('**/*.html', { cwd: folder })
const read = (path: string) => readFileSync(join(folder, path), 'utf8')

test('the static site has every page of docs/', () => {
  const sources = globSync('docs/**/*.md').map((path) => relative('docs', path))
  const expected = sources.map((path) => path.replace(/README\.md$/, 'index.md').replace(/\.md$/, '.html'))
  assert.deepEqual(pages.toSorted(), expected.sort())
  assert.equal(count, expected.length)
})

test('every link of the static site leads to a file of it, and to a heading that is there', () => {
  const missing: string[] = []
  for (const page of pages) {
    for (const [, target = ''] of read(page).matchAll(/(?:href|src|srcset)="([^"]+)"/g)) {
      if (/^[a-z]+:/.test(target)) continue
      const [path = '', id] = target.split('#')
      const file = path === '' ? page : join(dirname(page), path)
      if (!existsSync(join(folder, file)) || (id && !read(file).includes(`id="${id}"`)))
        missing.push(`${page} → ${target}`)
    }
  }
  assert.deepEqual(missing, [])
})

test('pages of the static site have no inline scripts and no inline styles', () => {
  for (const page of pages) assert.doesNotMatch(read(page), /<script(?! src)|<style|\sstyle=|\son\w+=/, page)
})

test('no id occurs twice on a page: headings may be called Search or Menu', () => {
  for (const page of pages) {
    const ids = [...read(page).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    assert.deepEqual(
      ids.filter((id, i) => ids.indexOf(id) !== i),
      [],
      page,
    )
  }
})

test('the search leads to pages of the static site', () => {
  const sections = JSON.parse(read('search.json')) as { url: string }[]
  for (const { url } of sections) assert.ok(existsSync(join(folder, url.split('#')[0] as string)), url)
})

import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'
import { makeSlugger, readSections } from '../../src/surfaces/docs/markdown.ts'

// Links work where the repository is read, on a code host as well as in an editor: each leads to a file of it, and each
// `#heading` to a heading of that file.

const exclude = (path: string) => path.includes('node_modules')
const documents = globSync(['*.md', 'docs/**/*.md', 'packages/*/*.md', 'deploy/**/*.md'], { exclude })
const read = (path: string) => readFileSync(path, 'utf8')
const withoutCode = (text: string) => text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '')

/** The anchors of a page: its headings as code hosts name them, and those that it sets itself. */
const anchors = new Map<string, Set<string>>()
function anchorsOf(path: string): Set<string> {
  const known = anchors.get(path)
  if (known) return known
  const text = read(path)
  const own = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)
  const found = new Set([...own, ...readSections(text).map(({ id }) => id)])
  anchors.set(path, found)
  return found
}

test('headings get the anchors that code hosts give them', () => {
  const slug = makeSlugger()
  assert.deepEqual(['Who it’s for', 'Pages', 'Pages', '`POST /x` and more', '4.2 Messages', 'Größe_n 你好'].map(slug), [
    'who-its-for',
    'pages',
    'pages-1',
    'post-x-and-more',
    '42-messages',
    'größe_n-你好',
  ])
})

test('every link leads to a file of the repository and to an anchor in it', () => {
  const dead: string[] = []
  for (const document of documents) {
    const text = withoutCode(read(document))
    const inMarkdown = [...text.matchAll(/\]\(([^()\s]+)\)/g)]
    const inHtml = [...text.matchAll(/(?:href|src|srcset)="([^"]+)"/g)]
    for (const [, target = ''] of [...inMarkdown, ...inHtml]) {
      if (/^[a-z]+:/.test(target)) continue
      const [path = '', anchor] = target.split('#')
      const file = path === '' ? document : normalize(join(dirname(document), path))
      const isAnchor = () => !anchor || (statSync(file).isFile() && anchorsOf(file).has(decodeURIComponent(anchor)))
      if (file.startsWith('..') || !existsSync(file) || !isAnchor()) dead.push(`${document}: ${target}`)
    }
  }
  assert.deepEqual(dead, [])
})

/** A path to a file as documents and comments cite it, such as `core/errors.ts`. */
const CITED = /(?<![\w./#@*{-])(?:[\w-]+\/)+[\w.-]+\.(?:tsx?|sql|md|css|html|php|yaml)\b/g
/** Files that a build makes. */
const BUILT = /^(lib|dist)\//

test('every file that a document or a comment cites is there, from the root, src/, docs/ or a folder around it', () => {
  const code = globSync(
    '{src,sdk,web,contract,test,scripts,bench,fuzz,matrix,migrations,packages}/**/*.{ts,tsx,sql,js,css}',
    { exclude },
  ).filter((path) => !/\/(dist|generated)\/|^scripts\/docs\/|^test\/service\/run-report/.test(path))
  const missing = [...documents.map(citedInDocument), ...code.map(citedInComments)].flatMap(({ path, cited }) => {
    const around = path.split('/').map((_, i, parts) => parts.slice(0, i).join('/'))
    return cited
      .filter((name) => !BUILT.test(name) && !['src', 'docs', ...around].some((base) => existsSync(join(base, name))))
      .map((name) => `${path}: ${name}`)
  })
  assert.deepEqual(missing, [])
})

function citedInDocument(path: string) {
  const spans = [
    ...read(path)
      .replace(/^```[\s\S]*?^```/gm, '')
      .matchAll(/`([^`\n]+)`/g),
  ]
  return { path, cited: spans.flatMap(([, span = '']) => span.match(CITED) ?? []) }
}

function citedInComments(path: string) {
  const comments = read(path).matchAll(/(?:\/\/|\/\*\*?|^\s*\*|--) (.*)$/gm)
  return { path, cited: [...comments].flatMap(([, words = '']) => words.match(CITED) ?? []) }
}

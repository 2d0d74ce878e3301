import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

// The inbox's folders, and what each may import from, beside itself. Features are put together in app/ alone.
const MAY_IMPORT: Record<string, string[]> = {
  base: [],
  worker: [],
  api: [],
  ui: ['base'],
  live: ['base', 'api', 'ui'],
  features: ['base', 'api', 'ui', 'live'],
  app: ['base', 'api', 'ui', 'live', 'features'],
}
/** The files that reach out of web/: the service's limits, its records (types only), and the widget's texts. */
const REACH_OUT = ['base/limits.ts', 'api/records.ts', 'features/settings/widget/WidgetTexts.tsx']
/** Files of a folder, tests apart: more than these and it is two subjects. */
const FOLDER_MAX = 20

const web = fileURLToPath(new URL('.', import.meta.url))
const files = globSync('*/**/*.{ts,tsx}', { cwd: web })
  .filter((path) => !path.includes('.test.'))
  .map((path) => {
    const text = readFileSync(join(web, path), 'utf8')
    const specifiers = [...text.matchAll(/(?:from|import|import\()\s*'(\.[^']+)'/g)].map((match) => match[1] as string)
    const targets = specifiers.map((specifier) => relative(web, join(web, dirname(path), specifier)))
    return { path, text, targets }
  })

const room = (path: string) => path.split('/')[0] as string
const feature = (path: string) => path.split('/')[1]
const breaches = (isAllowed: (path: string, target: string) => boolean) =>
  files.flatMap(({ path, targets }) =>
    targets.filter((target) => !isAllowed(path, target)).map((target) => `${path} → ${target}`),
  )

test('imports between folders run one way', () => {
  assert.deepEqual(
    files.filter(({ path }) => !MAY_IMPORT[room(path)]).map(({ path }) => path),
    [],
  )
  const found = breaches((path, target) => {
    if (target.startsWith('..')) return REACH_OUT.includes(path)
    return room(target) === room(path) || (MAY_IMPORT[room(path)] as string[]).includes(room(target))
  })
  assert.deepEqual(found, [])
})

test('features never import each other', () => {
  const meetings = breaches((path, target) => {
    if (room(path) !== 'features' || room(target) !== 'features') return true
    return feature(path) === feature(target)
  })
  assert.deepEqual(meetings, [])
})

test('no file imports itself by way of others', () => {
  const imports = new Map(files.map(({ path, targets }) => [path, targets]))
  const circles: string[] = []
  const done = new Set<string>()
  const visit = (path: string, way: string[]) => {
    if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path].join(' → '))
    else if (!done.has(path)) for (const target of imports.get(path) ?? []) visit(target, [...way, path])
    done.add(path)
  }
  for (const { path } of files) visit(path, [])
  assert.deepEqual(circles, [])
})

test('of the service’s code only limits are bundled: everything else is types', () => {
  const values = files.filter(({ path, text }) => {
    return path !== 'base/limits.ts' && /^(import|export) (?!type)[^']*'[./]*src\//m.test(text)
  })
  assert.deepEqual(
    values.map(({ path }) => path),
    [],
  )
})

test('folders hold one subject each', () => {
  const counts = Map.groupBy(files, ({ path }) => dirname(path))
  const large = [...counts]
    .filter(([, list]) => list.length > FOLDER_MAX)
    .map(([folder, list]) => `${folder}: ${list.length}`)
  assert.deepEqual(large, [])
})

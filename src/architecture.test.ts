import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

// The arrows between the rooms (docs/architecture.md): main → surfaces, dispatcher, agent → core → channels, storage
// → base. What a room may import from, beside itself:
const MAY_IMPORT: Record<string, string[]> = {
  base: [],
  storage: ['base'],
  channels: ['base'],
  core: ['base', 'storage', 'channels'],
  dispatcher: ['base', 'storage', 'channels', 'core'],
  agent: ['base', 'storage', 'channels', 'core'],
  surfaces: ['base', 'storage', 'channels', 'core'],
  cli: ['base'],
}
/** What all doors share; beside it, surfaces never meet. */
const SHARED_BY_SURFACES = ['http', 'health.ts', 'realtime']
/** Files at the top of src: the wiring, and the configuration that only the wiring hands on. */
const TOP = ['main.ts', 'config.ts']

const src = fileURLToPath(new URL('.', import.meta.url))

interface SourceFile {
  /** Relative to src. */
  path: string
  /** The first folder, or '' at the top. */
  room: string
  text: string
  imports: { specifier: string; target: string }[]
}

const files: SourceFile[] = globSync('**/*.ts', { cwd: src })
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => {
    const text = readFileSync(join(src, path), 'utf8')
    const specifiers = [...text.matchAll(/(?:from|import|import\()\s*'([^']+)'/g)].map((match) => match[1] as string)
    return { path, room: roomOf(path), text, imports: specifiers.flatMap((s) => resolve(path, s)) }
  })

function roomOf(path: string): string {
  return path.includes('/') ? (path.split('/')[0] as string) : ''
}

/** A specifier's target relative to src; packages and Node's own modules have none. */
function resolve(from: string, specifier: string): { specifier: string; target: string }[] {
  if (specifier === '#config') return [{ specifier, target: 'config.ts' }]
  if (specifier.startsWith('#')) return [{ specifier, target: specifier.slice(1) }]
  if (!specifier.startsWith('.')) return []
  return [{ specifier, target: relative(src, join(src, dirname(from), specifier)) }]
}

/** Lines `file → import` of every import that breaks a rule. */
function breaches(isAllowed: (file: SourceFile, target: string, specifier: string) => boolean): string[] {
  return files.flatMap((file) =>
    file.imports
      .filter(({ target, specifier }) => !isAllowed(file, target, specifier))
      .map(({ specifier }) => `${file.path} → ${specifier}`),
  )
}

test('every room of src is known, and its imports are seen', () => {
  assert.deepEqual(
    files.filter(({ path, room }) => (room ? !MAY_IMPORT[room] : !TOP.includes(path))).map(({ path }) => path),
    [],
  )
  const seen = files.find(({ path }) => path === 'main.ts')?.imports.map(({ target }) => roomOf(target))
  assert.ok(seen?.includes('surfaces') && seen.includes('storage') && seen.includes('core'))
})

test('arrows between rooms run one way', () => {
  const rooms = breaches(({ room, path }, target) => {
    if (room === '') return path === 'main.ts'
    if (room === 'cli' && target === 'config.ts') return true
    return roomOf(target) === room || (MAY_IMPORT[room] ?? []).includes(roomOf(target))
  })
  assert.deepEqual(rooms, [])
})

test('surfaces never meet each other', () => {
  const surface = (path: string) => path.split('/')[1] as string
  const meetings = breaches(({ room, path }, target) => {
    if (room !== 'surfaces' || roomOf(target) !== 'surfaces') return true
    return surface(path) === surface(target) || SHARED_BY_SURFACES.includes(surface(target))
  })
  assert.deepEqual(meetings, [])
})

test('imports across rooms read #room/…, within a room they are relative or #room/…', () => {
  const crossings = breaches(({ room }, target, specifier) => specifier.startsWith('#') || roomOf(target) === room)
  assert.deepEqual(crossings, [])
})

test('only storage contains SQL', () => {
  const sql =
    /\.query\(|\b(select|insert into|update|delete from)\b[^'`"]{1,200}\b(from|values|set|where)\b[^'`"]{0,200}\bshop_id\b/
  const outside = files.filter(({ room, text }) => room !== 'storage' && sql.test(text)).map(({ path }) => path)
  assert.deepEqual(outside, [])
  assert.ok(files.some(({ room, text }) => room === 'storage' && sql.test(text)))
})

test('only config.ts reads process.env', () => {
  const readers = files.filter(({ text }) => /\bprocess\s*\.\s*env\b(?! ?[`'])/.test(text)).map(({ path }) => path)
  assert.deepEqual(readers, ['config.ts'])
})

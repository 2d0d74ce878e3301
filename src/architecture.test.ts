import assert from 'node:assert/strict'
import { test } from 'node:test'
import { circles, fileGraph, folderGraph, readSources, type SourceFile } from '#test/imports.ts'

// The arrows between the rooms (docs/architecture.md). What a room may import from, beside itself:
const MAY_IMPORT: Record<string, string[]> = {
  base: [],
  database: ['base'],
  storage: ['base', 'database'],
  outbound: ['base'],
  channels: ['base', 'outbound'],
  connectors: ['base', 'outbound'],
  core: ['base', 'database', 'storage', 'channels', 'connectors', 'outbound'],
  'ai-agent': ['base', 'database', 'storage', 'channels', 'outbound', 'core'],
  'channel-delivery': ['base', 'database', 'storage', 'channels', 'outbound', 'core'],
  'shop-sync': ['base', 'database', 'storage', 'connectors', 'outbound', 'core'],
  dispatcher: ['base', 'database', 'storage', 'channels', 'outbound', 'core'],
  surfaces: ['base', 'database', 'storage', 'channels', 'connectors', 'outbound', 'core'],
  // The operator API's client; restoring works on the data itself, for then no service runs.
  cli: ['base', 'database', 'core', 'config'],
  config: [],
  wiring: [],
}
/** What surfaces share: the HTTP server and its route kit, sockets, and health. Beside it, surfaces never meet. */
const SHARED_BY_SURFACES = ['http', 'realtime', 'health.ts']
/** The wiring at the top of src, which may import everything, and the configuration that only the wiring hands on. */
const WIRING = ['', 'wiring']
const TOP = ['main.ts', 'service.ts']

/** The inbox's folders, and what each may import from, beside itself. Features are put together in app/ alone. */
const INBOX_MAY_IMPORT: Record<string, string[]> = {
  base: [],
  worker: [],
  api: [],
  ui: ['base'],
  live: ['base', 'api', 'ui'],
  features: ['base', 'api', 'ui', 'live'],
  app: ['base', 'api', 'ui', 'live', 'features'],
}

/** Files of the service that browsers run too. They import nothing but each other. */
const SHARED_WITH_BROWSERS = [
  'src/base/colour.ts',
  'src/base/format-blocks.ts',
  'src/base/formatting.ts',
  'src/base/links.ts',
  'src/base/opening-hours.ts',
  'src/base/zoned-time.ts',
  'src/channels/sendable-files.ts',
  'src/core/limits.ts',
]

const sources = readSources(['src', 'sdk', 'web'])

/** The files of src, with paths and targets relative to it. */
const files = sources
  .filter(({ path }) => path.startsWith('src/'))
  .map(({ path, text, imports }) => ({
    path: path.slice('src/'.length),
    room: roomOf(path.slice('src/'.length)),
    text,
    imports: imports.map(({ specifier, target }) => ({ specifier, target: target.replace(/^src\//, '') })),
  }))

/** The first folder, or '' at the top. */
function roomOf(path: string): string {
  return path.includes('/') ? (path.split('/')[0] as string) : ''
}

/** Lines `file → import` of every import that breaks a rule. */
function breaches(isAllowed: (file: (typeof files)[number], target: string, specifier: string) => boolean): string[] {
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
  const seen = files.filter(({ room }) => WIRING.includes(room)).flatMap(({ imports }) => imports)
  const wired = ['ai-agent', 'channel-delivery', 'core', 'database', 'dispatcher', 'shop-sync', 'surfaces']
  assert.deepEqual(
    wired.filter((room) => !seen.some(({ target }) => roomOf(target) === room)),
    [],
  )
})

test('arrows between rooms run one way', () => {
  const rooms = breaches(({ room }, target) => {
    if (WIRING.includes(room)) return true
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

test('circles are found', () => {
  const file = (path: string, target: string): SourceFile => ({ path, text: '', imports: [{ specifier: '', target }] })
  const ring = [file('a/x.ts', 'b/y.ts'), file('b/y.ts', 'c/z.ts'), file('c/z.ts', 'b/y.ts')]
  assert.deepEqual(circles(fileGraph(ring)), [['b/y.ts', 'c/z.ts']])
  assert.deepEqual(circles(folderGraph([...ring, file('c/w.ts', 'a/v.ts')])), [['a', 'b', 'c']])
  assert.deepEqual(circles(folderGraph([file('a/x.ts', 'a/b/y.ts'), file('a/b/y.ts', 'a/x.ts')])), [])
})

test('no files import each other in a circle', () => {
  assert.deepEqual(circles(fileGraph(sources)), [])
})

test('no folders import each other in a circle', () => {
  assert.deepEqual(circles(folderGraph(sources)), [])
})

test('no two exported types of one name', () => {
  const names = sources
    // What the inbox's browsers get of a record has the record's name.
    .filter(({ path }) => path.startsWith('src/') && !path.startsWith('src/surfaces/inbox/schemas/'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^export (?:abstract )?(?:interface|type|class) (\w+)/gm)].map(([, name]) => ({ name, path })),
    )
  const twice = [...Map.groupBy(names, ({ name }) => name)].filter(([, { length }]) => length > 1)
  assert.deepEqual(
    twice.map(([name, where]) => `${name}: ${where.map(({ path }) => path).join(', ')}`),
    [],
  )
})

test('browsers run no code of the service but files that import nothing else', () => {
  const values = sources
    .filter(({ path }) => !path.startsWith('src/'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^(?:import|export) (?!type )[^'\n]*(?:\n[^'\n]*)*?'[^']*\/(src\/[^']+)'/gm)]
        .filter(([, target]) => !SHARED_WITH_BROWSERS.includes(target as string))
        .map(([, target]) => `${path} → ${target}`),
    )
  assert.deepEqual(values, [])
  const shared = sources.filter(({ path }) => SHARED_WITH_BROWSERS.includes(path))
  assert.equal(shared.length, SHARED_WITH_BROWSERS.length)
  const targets = shared.flatMap(({ imports }) => imports.map(({ target }) => target))
  assert.deepEqual(
    targets.filter((target) => !SHARED_WITH_BROWSERS.includes(target)),
    [],
  )
})

test('arrows between the inbox’s folders run one way, and features never import each other', () => {
  const inbox = sources.filter(({ path }) => /^web\/\w+\//.test(path))
  const folder = (path: string) => path.split('/')[1] as string
  const feature = (path: string) => path.split('/')[2]
  const isAllowed = (path: string, target: string) => {
    if (!target.startsWith('web/')) return true
    if (folder(path) !== folder(target)) return INBOX_MAY_IMPORT[folder(path)]?.includes(folder(target))
    return folder(path) !== 'features' || feature(path) === feature(target)
  }
  const wrong = inbox.flatMap(({ path, imports }) =>
    imports.filter(({ target }) => !isAllowed(path, target)).map(({ target }) => `${path} → ${target}`),
  )
  assert.deepEqual(wrong, [])
  assert.ok(inbox.length > 100)
})

test('only storage, and the database itself, contain SQL', () => {
  const sql =
    /\.query\(|\b(select|insert into|update|delete from)\b[^'`"]{1,200}\b(from|values|set|where)\b[^'`"]{0,200}\bshop_id\b/
  const hasSql = ({ text }: { text: string }) => sql.test(text)
  const outside = files.filter((file) => !['storage', 'database'].includes(file.room) && hasSql(file))
  assert.deepEqual(
    outside.map(({ path }) => path),
    [],
  )
  assert.ok(files.some((file) => file.room === 'storage' && hasSql(file)))
})

test('orders are found for shoppers where look-ups are counted, and nowhere else', () => {
  const LOOK_UP = /\.getOrder\(/
  // The shop's copy asks itself again; tools are called with a key of the store, which may read every order.
  const others = [
    'shop-sync/live-orders.ts',
    'surfaces/mcp/tools/check-order-status.ts',
    'surfaces/mcp/tools/customer-support.ts',
  ]
  const found = files
    .filter(({ path, text }) => LOOK_UP.test(text) && !path.endsWith('.test.ts'))
    .map(({ path }) => path)
  assert.deepEqual(found.sort(), ['core/visitors/order-lookups.ts', ...others].sort())
})

test('only the configuration reads process.env', () => {
  const readers = files.filter(({ text }) => /\bprocess\s*\.\s*env\b(?! ?[`'])/.test(text)).map(({ path }) => path)
  assert.deepEqual(readers, ['config/cli.ts', 'config/config.ts'])
})

test('tables that are read by names from outside have no names but their own', () => {
  const plain = files.filter(
    ({ path, text }) =>
      !path.endsWith('.test.ts') &&
      !path.startsWith('surfaces/docs/') && // which describe what is written here
      /^(export )?const \w+: (Readonly<)?Record<string,.* = \{/m.test(text),
  )
  assert.deepEqual(
    plain.map(({ path }) => path),
    [],
    'use nullPrototypeRecord(…) of #base/null-prototype-record.ts',
  )
})

test('nothing exports what it changes later', () => {
  const exporters = sources.filter(({ text }) => /^export (let|var) /m.test(text)).map(({ path }) => path)
  assert.deepEqual(exporters, [])
})

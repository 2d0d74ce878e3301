import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { isBuilt, readSources } from './stamp.ts'

const scratch = mkdtempSync(join(tmpdir(), 'parley-stamp-'))
after(() => rmSync(scratch, { recursive: true }))
const root = fileURLToPath(new URL('..', import.meta.url))
const at = (name: string) => join(scratch, name)
const fromRoot = (name: string) => relative(root, at(name))

mkdirSync(at('from/inner'), { recursive: true })
mkdirSync(at('to'))
writeFileSync(at('from/inner/one.ts'), 'one')
writeFileSync(at('tool.ts'), 'tool')
const sources = { folders: [fromRoot('from')], files: [fromRoot('tool.ts')] }
const folder = fromRoot('to')
const build = () => readSources(sources)(folder)

/** What is done to the sources, and whether they have to be built again. */
const CHANGES: [string, () => void, boolean][] = [
  ['a new time', () => utimesSync(at('from/inner/one.ts'), 1, 1), false],
  ['a test', () => writeFileSync(at('from/inner/one.test.ts'), 'test'), false],
  ['other contents', () => writeFileSync(at('from/inner/one.ts'), 'ONE'), true],
  ['other contents with an old time', () => changeQuietly(at('from/inner/one.ts'), 'two'), true],
  ['another file', () => writeFileSync(at('from/inner/two.ts'), 'two'), true],
  ['a file less', () => rmSync(at('from/inner/two.ts')), true],
  [
    'other contents before a copy of what was built',
    () => {
      writeFileSync(at('from/inner/one.ts'), 'three')
      utimesSync(at('to/.stamp'), 2 ** 32, 2 ** 32)
    },
    true,
  ],
  ['what builds it', () => writeFileSync(at('tool.ts'), 'TOOL'), true],
]

function changeQuietly(path: string, text: string): void {
  writeFileSync(path, text)
  utimesSync(path, 1, 1)
}

test('what was never built has to be', () => assert.equal(isBuilt(folder, sources), false))

for (const [name, change, isStale] of CHANGES) {
  test(`${name}: ${isStale ? 'is built again' : 'is not built again'}`, () => {
    build()
    assert.equal(isBuilt(folder, sources), true)
    change()
    assert.equal(isBuilt(folder, sources), !isStale)
  })
}

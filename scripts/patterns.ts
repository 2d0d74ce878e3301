import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { checkPatterns, readExceptions } from './patterns/check-patterns.ts'
import { disprove } from './patterns/prove.ts'

// Fails for a regular expression of src, sdk or web that is not proven to take time by the length of its text alone, unless
// it is an exception. What was proven is kept in patterns/proven.txt, which this writes; --all proves everything again.

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const PROVEN = 'scripts/patterns/proven.txt'
const EXCEPTIONS = 'scripts/patterns/exceptions.txt'
const before = readFileSync(PROVEN, 'utf8')
const isAll = process.argv.includes('--all')

const exclude = (path: string) => path.includes('node_modules')
const paths = globSync('{src,sdk,web}/**/*.{ts,tsx,js}', { exclude }).sort()
const files = paths
  .filter((path) => !/\.test\.tsx?$|\.d\.ts$/.test(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
const { faults, proven } = await checkPatterns(files, {
  exceptions: readExceptions(readFileSync(EXCEPTIONS, 'utf8')),
  proven: new Set(isAll ? [] : before.split('\n')),
  disprove,
})
const now = `${proven.join('\n')}\n`
if (now !== before) {
  writeFileSync(PROVEN, now)
  console.log(`${PROVEN} has changed: commit it.`)
}
if (faults.length > 0) {
  console.error(`${faults.join('\n')}

A pattern takes time by the length of its text when no two repetitions can take the same characters: (?<!x)x+$ for x+$,
[^<>]* for [^>]* behind a <. Where the text is short or not a stranger's, ${EXCEPTIONS} says so:
the file, the pattern and the bound, a line each.`)
}
process.exitCode = faults.length > 0 ? 1 : 0

import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sweepDatabases } from '../test/database.ts'
import { buildBrowserCode } from './build.ts'

// `npm test [files]`: every test on the embedded database, then, where TEST_DATABASE_URL names a PostgreSQL server,
// the tests that start the service once more on that (but for those that drive a browser). Fails when either run does.

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const given = process.argv.slice(2)
const files =
  given.length > 0 ? given : globSync('{src,contract,test,scripts,sdk,web,bench,fuzz}/**/*.test.{ts,tsx}').sort()
const imports = (file: string, modules: string) =>
  new RegExp(String.raw`from '(#test|\.|(\.\./)+test)/(${modules})\.ts'`).test(readFileSync(file, 'utf8'))
const inBrowser = files.filter((file) => imports(file, 'browser'))
const others = files.filter((file) => !inBrowser.includes(file))
const runsAgain = (file: string) => imports(file, 'server|factories|database')

// One more than there are cores, for many tests wait now and then. An embedded server takes some 400 MB, so more than
// a few side by side help nobody.
const concurrency = Math.max(3, Math.min(4, availableParallelism() + 1))
const scratch = mkdtempSync(join(tmpdir(), 'parley-tests-'))

/** One run of node's test runner; answers whether all passed. */
function run(files: string[], env: Record<string, string>, sideBySide = concurrency): boolean {
  // Servers that many files share are worth their start only where more than one asks for them.
  const sharing = files.filter((file) => /\bshareServer\(/.test(readFileSync(file, 'utf8'))).length > 1
  const flags = [`--test-concurrency=${sideBySide}`, ...(sharing ? ['--test-global-setup=test/shared-servers.ts'] : [])]
  const result = spawnSync(process.execPath, ['--test', ...flags, ...files], {
    stdio: 'inherit',
    env: {
      ...process.env,
      TMPDIR: scratch,
      TEST_RUN: String(process.pid),
      SHARED: String(Math.min(2, sideBySide)),
      ...env,
    },
  })
  return result.status === 0
}

let passed = false
const began = performance.now()
try {
  await buildBrowserCode()
  console.log(`${others.length} test files on the embedded database`)
  passed = others.length === 0 || run(others, { TEST_DATABASE: 'embedded' })
  // One at a time, for beside others they would measure the machine; and once, for a browser does the same on either
  // database.
  if (inBrowser.length > 0) {
    console.log(`${inBrowser.length} test files in a browser`)
    passed = run(inBrowser, { TEST_DATABASE: 'embedded' }, 1) && passed
  }
  const again = others.filter(runsAgain)
  if (process.env.TEST_DATABASE_URL && again.length > 0) {
    console.log(`${again.length} of them again on PostgreSQL`)
    passed = run(again, { TEST_DATABASE: 'postgresql' }) && passed
  }
} finally {
  rmSync(scratch, { recursive: true, force: true })
  if (process.env.TEST_DATABASE_URL) await sweepDatabases()
}
const minutes = ((performance.now() - began) / 60_000).toFixed(1)
console.log(`${passed ? 'All passed' : 'Not all passed'} in ${minutes} minutes`)
process.exit(passed ? 0 : 1)

import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sweepDatabases } from '../test/database.ts'
import { buildBrowserCode } from './build.ts'

// `npm test [files]`: every test on the embedded database, those of files once more with a bucket, then, where
// TEST_DATABASE_URL names a PostgreSQL server, the tests that start the service once more on that (but for those that drive
// a browser), and, where TEST_CITUS_URL names a Citus coordinator, once more there. Fails when any run does.

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const given = process.argv.slice(2)
/** What other programs bring along, once a test has installed them, is theirs to test. */
const exclude = (path: string) => path.includes('node_modules')
const ours = '{src,contract,test,scripts,sdk,web,packages/*/test,bench,fuzz}/**/*.test.{ts,tsx}'
/** The longest first, so that none is left over at the end. */
const LONG =
  /(ai-agent-model|backup|channels-\w+|connections|files-bucket|fuzz|platform-\w+|secrets|start|writers)\.test\.ts$/
const files =
  given.length > 0
    ? given
    : globSync(ours, { exclude }).sort((a, b) => Number(LONG.test(b)) - Number(LONG.test(a)) || (a < b ? -1 : 1))
const imports = (file: string, modules: string) =>
  new RegExp(String.raw`from '(#test|\.|(\.\./)+test)/(${modules})\.ts'`).test(readFileSync(file, 'utf8'))
const inBrowser = files.filter((file) => imports(file, 'browser'))
const others = files.filter((file) => !inBrowser.includes(file))
/** What these test (timeouts of connections, mailboxes, packages, a shop's own server) is the same on any database. */
const ONCE =
  /^contract\/(channels-imap|client|connections|encodings|install|package|platform-vendure|webhook-php)\.test\.ts$/
const runsAgain = (file: string) => imports(file, 'server|factories|database') && !ONCE.test(file)
/** Where files are sent, kept and deleted: once more with files in a bucket. (files-bucket.test.ts backs one up.) */
const FILES =
  /^contract\/(channels-(email|messengers)|inbox-(conversations|scheduled-files)|redaction|retention|storefront-files)\.test\.ts$/
/** What these measure would be the machine, beside others. */
const ALONE = /^(contract\/sdk-network|sdk\/performance)\.test\.ts$/

// Two more than there are cores, for many tests wait now and then. An embedded server takes some 400 MB, so more than
// a few side by side help nobody.
const concurrency = Math.min(4, availableParallelism() + 2)
const scratch = mkdtempSync(join(inMemory() ?? tmpdir(), 'parley-tests-'))

/** Linux keeps this directory in memory: a database there starts in half the time. Only where there is room enough. */
function inMemory(): string | undefined {
  const directory = '/dev/shm'
  if (!existsSync(directory)) return undefined
  const { bavail, bsize } = statfsSync(directory)
  return bavail * bsize > 4 * 1024 ** 3 ? directory : undefined
}

let runs = 0
/** What failed in all runs, told of once more at the end. */
let failures = ''

/** One run of node's test runner; answers whether all passed. */
function run(files: string[], env: Record<string, string>, sideBySide = concurrency): boolean {
  // Servers that many files share are worth their start only where more than one asks for them.
  const sharing = files.filter((file) => /\bshareServer\(/.test(readFileSync(file, 'utf8'))).length > 1
  const told = join(scratch, `failures-${++runs}`)
  const flags = [
    `--test-concurrency=${sideBySide}`,
    ...(sharing ? ['--test-global-setup=test/shared-servers.ts'] : []),
    ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
    ...['--test-reporter=./test/failures.ts', `--test-reporter-destination=${told}`],
  ]
  const result = spawnSync(process.execPath, ['--test', ...flags, ...files], {
    stdio: 'inherit',
    env: {
      ...process.env,
      TMPDIR: scratch,
      TEST_RUN: String(process.pid),
      NODE_COMPILE_CACHE: resolve('node_modules/.cache/parley/compiled'),
      SHARED: String(Math.min(2, sideBySide)),
      ...env,
    },
  })
  failures += existsSync(told) ? readFileSync(told, 'utf8') : ''
  return result.status === 0
}

/** REST's tests, once more through parley-client (test/through-client.ts); those that mostly wait or send bytes are left out. */
const CLIENTS =
  /^contract\/(access|context|conversation-\w+|ids|import|messages|notes-and-attributes|records|replies|tags|tenancy|webhook-subscriptions)\.test\.ts$/

/** Runs them so; passes only when calls really went that way. */
function runThroughClient(files: string[]): boolean {
  const tally = join(scratch, 'through-client')
  const passed = run(files, { TEST_DATABASE: 'embedded', TEST_THROUGH_CLIENT: tally })
  const lines = readFileSync(tally, 'utf8').trim().split('\n')
  const counts = lines.map((line) => JSON.parse(line) as { calls: number; plain: number })
  const sum = (name: 'calls' | 'plain') => counts.reduce((total, one) => total + one[name], 0)
  console.log(`${sum('calls')} calls by parley-client, ${sum('plain')} that it cannot make by plain requests`)
  return passed && sum('calls') > 0
}

let passed = false
const began = performance.now()
try {
  await buildBrowserCode()
  console.log(`${others.length} test files on the embedded database`)
  passed = others.length === 0 || run(others, { TEST_DATABASE: 'embedded' })
  // Once, for a browser does the same on either database.
  for (const [sideBySide, some] of [
    [2, inBrowser.filter((file) => !ALONE.test(file))],
    [1, inBrowser.filter((file) => ALONE.test(file))],
  ] as const) {
    if (some.length === 0) continue
    console.log(`${some.length} test files in a browser, ${sideBySide} at a time`)
    passed = run(some, { TEST_DATABASE: 'embedded' }, sideBySide) && passed
  }
  const clients = others.filter((file) => CLIENTS.test(file))
  if (clients.length > 0) {
    console.log(`${clients.length} of them again through parley-client`)
    passed = runThroughClient(clients) && passed
  }
  const withFiles = process.env.TEST_FILES === 's3' ? [] : others.filter((file) => FILES.test(file))
  if (withFiles.length > 0) {
    console.log(`${withFiles.length} of them again with files in a bucket`)
    passed = run(withFiles, { TEST_DATABASE: 'embedded', TEST_FILES: 's3' }) && passed
  }
  const again = others.filter(runsAgain)
  if (process.env.TEST_DATABASE_URL && again.length > 0) {
    console.log(`${again.length} of them again on PostgreSQL`)
    passed = run(again, { TEST_DATABASE: 'postgresql' }) && passed
  }
  if (process.env.TEST_CITUS_URL && again.length > 0) {
    console.log(`${again.length} of them again on Citus`)
    passed = run(again, { TEST_DATABASE: 'citus' }) && passed
  } else if (again.length > 0) {
    console.log('Not tested on Citus: TEST_CITUS_URL is not set')
  }
} finally {
  rmSync(scratch, { recursive: true, force: true })
  if (process.env.TEST_DATABASE_URL) await sweepDatabases('postgresql')
  if (process.env.TEST_CITUS_URL) await sweepDatabases('citus')
}
if (failures) console.log(`What failed:\n\n${failures}`)
const minutes = ((performance.now() - began) / 60_000).toFixed(1)
console.log(`${passed ? 'All passed' : 'Not all passed'} in ${minutes} minutes`)
process.exit(passed ? 0 : 1)

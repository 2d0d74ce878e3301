import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sweepDatabases } from '../test/database/database.ts'
import { buildBrowserCode } from './build.ts'
import {
  ALONE,
  DIFFERS_BY_DATABASE,
  EMBEDDED_ONLY,
  importsOf,
  KEEPS_FILES,
  NEEDS_NO_DATABASE,
  SERVES_REST,
} from './test/files.ts'
import { TestRun } from './test/run.ts'

// `npm test [-- files]`: every test once, on one database: on PostgreSQL where TEST_DATABASE_URL names a server, otherwise
// on the embedded one. With PostgreSQL, what differs by database runs on the embedded one as well.
// `npm run test:all`: every combination, in full depth: on the embedded database and on PostgreSQL, the REST tests through
// parley-client, the tests of files with a bucket, testers from Python's registry, and on Citus where TEST_CITUS_URL names a
// coordinator.
// A file that fails is run again, alone; UNSTABLE_MAX of them may pass then and leave the run green.

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const all = process.argv.includes('--all')
const given = process.argv.slice(2).filter((argument) => argument !== '--all')
const { TEST_DATABASE_URL, TEST_CITUS_URL, TEST_FILES } = process.env

const OURS = '{src,contract,test,scripts,sdk,web,packages/*/test,bench,fuzz}/**/*.test.{ts,tsx}'
/** What other programs bring along, once a test has installed them, is theirs to test. */
const exclude = (path: string) => path.includes('node_modules')
const files = given.length > 0 ? given : globSync(OURS, { exclude }).sort()

const run = new TestRun({ depth: all ? 'full' : 'small' })
const began = performance.now()
try {
  await buildBrowserCode()
  const native = TEST_DATABASE_URL ? 'postgresql' : 'embedded'
  const isAlone = (file: string) => ALONE.test(file)
  const others = files.filter((file) => !isAlone(file))
  const isNative = (file: string) => !TEST_DATABASE_URL || !EMBEDDED_ONLY.test(file)
  run.pass(`on ${native}`, others.filter(isNative), { TEST_DATABASE: native })
  run.pass('one at a time', files.filter(isAlone), { TEST_DATABASE: native }, 1)
  const onDatabase = others.filter(
    (file) => importsOf(file, 'service/server|fixtures/factories|database/database') && !NEEDS_NO_DATABASE.test(file),
  )
  if (TEST_DATABASE_URL) {
    const isAgain = (file: string) => all || DIFFERS_BY_DATABASE.test(file)
    const embedded = others.filter((file) => !isNative(file) || (onDatabase.includes(file) && isAgain(file)))
    run.pass('on the embedded database', embedded, { TEST_DATABASE: 'embedded' })
  }
  if (all) {
    const rest = others.filter((file) => SERVES_REST.test(file))
    run.pass('again through parley-client', rest, { TEST_DATABASE: 'embedded', TEST_THROUGH_CLIENT: run.clientTally })
    const keeping = TEST_FILES === 's3' ? [] : others.filter((file) => KEEPS_FILES.test(file))
    run.pass('again with files in a bucket', keeping, { TEST_DATABASE: 'embedded', TEST_FILES: 's3' })
    if (given.length === 0) run.pass('of other projects', ['matrix/python.test.ts'], { TEST_DATABASE: native })
    const onServers = onDatabase.filter((file) => !importsOf(file, 'browser/browser'))
    if (TEST_CITUS_URL) run.pass('again on Citus', onServers, { TEST_DATABASE: 'citus' })
  }
  run.retryFailed()
} finally {
  run.close()
  if (TEST_DATABASE_URL) await sweepDatabases('postgresql')
  if (TEST_CITUS_URL) await sweepDatabases('citus')
}
for (const line of run.summary()) console.log(line)
if (!TEST_DATABASE_URL) console.log('Not tested on PostgreSQL: TEST_DATABASE_URL is not set')
if (all && !TEST_CITUS_URL) console.log('Not tested on Citus: TEST_CITUS_URL is not set')
const minutes = ((performance.now() - began) / 60_000).toFixed(1)
console.log(`${run.isGreen ? 'All passed' : 'Not all passed'} in ${minutes} minutes`)
process.exit(run.isGreen ? 0 : 1)

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FOLDER, readPages, withTests } from './specification/pages.ts'
import { readCitingTests } from './specification/tests.ts'

// `npm run coverage` writes the links to tests into docs/specification: run it when contract/coverage.test.ts asks for it.
// `npm run coverage 4.2 C6.3` lists the tests of these sections and rules by their names.

const asked = process.argv.slice(2)
const tests = readCitingTests()
for (const page of asked.length > 0 ? [] : readPages()) {
  const now = withTests(page, tests)
  if (now === page.text) continue
  writeFileSync(join(FOLDER, page.name), now)
  console.log(`docs/specification/${page.name} has changed: commit it.`)
}
for (const { file, name, ids } of tests) {
  const hit = ids.filter((id) => asked.some((one) => id === one || id.startsWith(`${one}.`)))
  if (hit.length > 0) console.log(`${hit.join(', ')}: ${name} (${file})`)
}

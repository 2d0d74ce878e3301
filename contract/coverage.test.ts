import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readCitations } from '../scripts/specification/citations.ts'
import { FOLDER, readPages, withTests } from '../scripts/specification/pages.ts'
import { findUnclearNames, readCitingTests } from '../scripts/specification/tests.ts'

// A test that holds a rule starts its name with the rule's number: "spec 4.2.1: …".

const pages = readPages()
const tests = readCitingTests()
const sections = pages.flatMap((page) => page.sections)
const rules = pages.flatMap((page) => page.rules)
const known = new Set([...sections, ...rules].map(({ id }) => id))

test('rules are numbered by section, and no number is used twice', () => {
  assert.equal(known.size, sections.length + rules.length)
  for (const { id } of sections) {
    const ids = rules.filter(({ section }) => section === id).map((rule) => rule.id)
    assert.deepEqual(
      ids,
      ids.map((_, i) => `${id}.${i + 1}`),
    )
  }
})

test('every rule has a test, or says why it has none', () => {
  assert.deepEqual(
    rules.filter((rule) => rule.tests === '').map(({ id }) => id),
    [],
  )
})

test('a name cites the specification as "spec 4.2.1: …"', () => {
  assert.deepEqual(findUnclearNames(), [])
})

test('links to tests follow from the names of the tests: run `npm run coverage`', () => {
  for (const page of pages) assert.equal(withTests(page, tests), page.text, page.name)
})

test('what cites the specification names a section or rule that exists', () => {
  const citations = readCitations()
  assert.ok(citations.length > 100, 'citations are found')
  const wrong = citations.filter(({ id }) => !known.has(id) && !sections.some((one) => one.id.startsWith(`${id}.`)))
  assert.deepEqual(
    wrong.map(({ file, line, id }) => `${file}:${line}: spec ${id}`),
    [],
  )
})

test('each rule leads to a guide, and the contents lead to each section', () => {
  const slugs = (text: string) =>
    [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\w\s-]/g, '')
        .replace(/\s/g, '-'),
    )
  for (const { id, guide } of rules) {
    const [path = '', hash] = guide.split('#')
    const file = join(FOLDER, path)
    assert.ok(existsSync(file), `${id} leads to ${guide}`)
    assert.ok(!hash || slugs(readFileSync(file, 'utf8')).includes(hash), `${id} leads to ${guide}`)
  }
  const contents = readFileSync(join(FOLDER, 'README.md'), 'utf8')
  for (const { id, title, page } of sections) {
    assert.ok(contents.includes(`- [${id} ${title}](${page}#${id})`), `README.md leads to ${id}`)
  }
})

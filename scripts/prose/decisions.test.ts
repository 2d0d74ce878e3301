import assert from 'node:assert/strict'
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

// Pages of docs/decisions have one form, and README.md there lists them as they are.

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FOLDER = join(ROOT, 'docs/decisions')
const SECTIONS = ['Context', 'Decision', 'Consequences', 'Measured', 'Rejected']
const REPLACED = String.raw`superseded by \[\d+\]\(\d{4}-[\w-]+\.md\)(?:, \[\d+\]\(\d{4}-[\w-]+\.md\))*`
const STATUS = new RegExp(String.raw`^Status: (accepted|(?:partly )?${REPLACED}) · Date: (\d{4}-\d{2}-\d{2})$`)

const names = readdirSync(FOLDER).filter((name) => name !== 'README.md')
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8')

/** The page's row in the index, or an error that says which part of the page has another form. */
function rowOf(name: string): string {
  const [heading = '', blank, state = '', ...rest] = read(name).split('\n')
  const [, number, title] = /^# (\d+)\. (\p{Lu}[^;]*[^;.])$/u.exec(heading) ?? []
  assert.ok(number && title, `${name}: the first line is "# N. Title", without a semicolon or a full stop`)
  assert.match(name, new RegExp(`^${number.padStart(4, '0')}-[a-z0-9-]+\\.md$`), `${name}: the number in its title`)
  const [, status, date] = STATUS.exec(state) ?? []
  assert.ok(blank === '' && status && date, `${name}: the third line is "Status: accepted · Date: YYYY-MM-DD"`)
  assert.equal(new Date(date).toJSON()?.slice(0, 10), date, `${name}: the date`)
  const sections = rest.flatMap((line) => /^## (.+)$/.exec(line)?.[1] ?? [])
  const expected = SECTIONS.filter((section, i) => i < 3 || sections.includes(section))
  assert.deepEqual(sections, expected, `${name}: its sections`)
  return `| ${number} | [${title}](${name}) | ${status} | ${date} |`
}

test('each decision has a title, a status, a date and its sections, and stands so in the index once', () => {
  const rows: string[] = read('README.md').match(/^\| \d+ \|.*$/gm) ?? []
  const expected = names.map(rowOf)
  assert.deepEqual(
    expected.filter((row) => !rows.includes(row)),
    [],
    'rows that the index lacks',
  )
  assert.equal(rows.length, names.length, 'the index has a row that belongs to no page, or one twice')
})

test('what names a decision by its file names one that exists', () => {
  for (const name of [...names, 'README.md']) {
    for (const [, target = ''] of read(name).matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)) {
      assert.ok(target === 'file' || existsSync(join(FOLDER, target)), `${name} links to ${target}`)
    }
  }
  const files = globSync(
    '{*.md,{src,sdk,web,contract,test,scripts,bench,fuzz,matrix,migrations,packages,docs,deploy}/**/*.{ts,tsx,sql,md}}',
    { cwd: ROOT, exclude: (path) => /node_modules|dist/.test(path) },
  )
  for (const file of files) {
    for (const [, target = ''] of readFileSync(join(ROOT, file), 'utf8').matchAll(/\bdecisions\/(\d{4}[\w-]*)/g)) {
      assert.ok(
        names.some((name) => name === `${target}.md` || (/^\d{4}$/.test(target) && name.startsWith(target))),
        `${file} names decision ${target}`,
      )
    }
  }
})

import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Baseline, countProse, findProse, newProse, RULES } from './prose/check-prose.ts'

// Fails where comments or documents break a rule of the style guide (CONTRIBUTING.md, Language) more often than
// prose/baseline.txt has it. Where they break it less often, this writes the smaller baseline: commit it.

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const BASELINE = 'scripts/prose/baseline.txt'

const exclude = (path: string) => path.includes('node_modules')
const code = globSync('{src,sdk,web,contract,test,scripts,bench,fuzz,matrix,migrations,packages}/**/*.{ts,tsx,sql}', {
  exclude,
})
const documents = globSync(['*.md', 'docs/**/*.md', 'packages/*/*.md', 'deploy/**/*.md'], { exclude })
const finds = [...code, ...documents]
  .filter((path) => !path.startsWith('scripts/prose/') && !/\/(dist|generated)\//.test(path))
  .sort()
  .flatMap((path) => findProse(path, readFileSync(path, 'utf8')))

const before = readFileSync(BASELINE, 'utf8')
const fresh = newProse(finds, parse(before))
for (const { path, line, rule, text } of fresh) {
  const { instead } = RULES.find(({ name }) => name === rule) as (typeof RULES)[number]
  console.error(`${path}:${line}: ${text}\n  ${rule}: ${instead}`)
}
if (fresh.length > 0) {
  console.error(
    `\n${fresh.length} lines, some of them new, break rules of the style guide (CONTRIBUTING.md, Language).`,
  )
  process.exitCode = 1
} else {
  const now = write(countProse(finds))
  if (now !== before) {
    writeFileSync(BASELINE, now)
    console.log(`${BASELINE} has changed: commit it.`)
  }
}

function parse(text: string): Baseline {
  const lines = text.split('\n').filter(Boolean)
  return new Map(
    lines.map((line) => {
      const [count = '', ...key] = line.split(' ')
      return [key.join(' '), Number(count)]
    }),
  )
}

function write(counts: Baseline): string {
  return [...counts]
    .map(([key, count]) => `${count} ${key}\n`)
    .sort((a, b) => (a.slice(a.indexOf(' ')) < b.slice(b.indexOf(' ')) ? -1 : 1))
    .join('')
}

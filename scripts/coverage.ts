import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { SECTIONS } from '../contract/sections.ts'

// `npm run coverage`: which tests hold each section of the specification and of the contract, as a Markdown page. A test
// names its sections at the start of its name: "4.3 a tag is …", "1, fact 3 redaction …", "§9, §10 …" (§: the contract's).

/** One section at the start of a name, with the fact or rule that is meant. */
const SECTION = /^(§?\d+(?:\.\d+)?)((?:, (?:fact|rule) \d+)*)(?:, |:? )/
const NAME = /\b(?:test|describe)\(\s*(['"`])((?:\\.|(?!\1).)+)\1/g

export interface NamedTest {
  file: string
  name: string
  /** Such as '4.3' or '§9'. */
  sections: string[]
}

/** All tests whose names start with a section. */
export function readNamedTests(): NamedTest[] {
  const cwd = fileURLToPath(new URL('..', import.meta.url))
  const files = globSync('{contract,src,sdk,packages/*/test}/**/*.test.ts', { cwd }).sort()
  return files.flatMap((file) =>
    [...readFileSync(`${cwd}/${file}`, 'utf8').matchAll(NAME)].flatMap(([, , name = '']) => {
      const sections = sectionsOf(name)
      return sections.length > 0 ? [{ file, name, sections }] : []
    }),
  )
}

function sectionsOf(name: string): string[] {
  const sections: string[] = []
  let rest = name
  for (let match = SECTION.exec(rest); match; match = SECTION.exec(rest)) {
    sections.push(match[1] as string)
    rest = rest.slice(match[0].length)
    if (!match[0].endsWith(', ')) break
  }
  return sections
}

function coveragePage(): string {
  const tests = readNamedTests()
  return Object.entries(SECTIONS)
    .map(([section, title]) => {
      const held = tests.filter(({ sections }) => sections.includes(section))
      return `## ${section} ${title}\n\n${held.map(({ file, name }) => `- ${name} (\`${file}\`)`).join('\n')}\n`
    })
    .join('\n')
}

if (import.meta.main) console.log(coveragePage())

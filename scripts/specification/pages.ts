import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CitingTest } from './tests.ts'

// The pages of docs/specification: a heading for each section, below it a table with a row for each rule.

export const FOLDER = fileURLToPath(new URL('../../docs/specification/', import.meta.url))
const PAGES = ['records.md', 'endpoints.md', 'events.md', 'operation.md'] as const

const SECTION = /^## <a id="([^"]+)"><\/a>(\S+) (.+)$/
const RULE = /^\| <a id="([^"]+)"><\/a>(\S+) \| (.+) \| \[[^\]]*\]\(([^)]+)\) \| (.*) \|$/
const OF_SECTION = 'Tests of the whole section: '

interface Section {
  id: string
  title: string
  page: string
}

interface Rule {
  /** Such as '4.2.1' or 'C6.3': its section, and its number there. */
  id: string
  section: string
  /** The guide that describes it, relative to docs/specification. */
  guide: string
  /** Links to the files of its tests, `the section’s`, or `none: ` and why. */
  tests: string
}

export interface Page {
  name: string
  text: string
  sections: Section[]
  rules: Rule[]
}

export const readPages = (): Page[] => PAGES.map((name) => parsePage(name, readFileSync(join(FOLDER, name), 'utf8')))

function parsePage(name: string, text: string): Page {
  const page: Page = { name, text, sections: [], rules: [] }
  for (const line of text.split('\n')) {
    const heading = SECTION.exec(line)
    if (heading) page.sections.push({ id: heading[2] as string, title: heading[3] as string, page: name })
    const section = page.sections.at(-1)?.id ?? ''
    const [, anchor, id, , guide = '', tests = ''] = RULE.exec(line) ?? []
    if (id && anchor !== id) throw new Error(`${name}: the anchor ${anchor} stands at ${id}`)
    if (id) page.rules.push({ id, section, guide, tests })
    else if (/^\| <a/.test(line)) throw new Error(`${name}: not a row of a rule: ${line}`)
  }
  return page
}

/** The page’s text with the links to tests that follow from the tests’ names. */
export function withTests({ text }: Page, tests: CitingTest[]): string {
  let section = ''
  return text
    .split('\n')
    .filter((line, i, all) => !line.startsWith(OF_SECTION) && !(line === '' && all[i - 1]?.startsWith(OF_SECTION)))
    .flatMap((line) => {
      section = SECTION.exec(line)?.[2] ?? section
      const ofSection = linksTo(tests, section)
      if (line.startsWith('| |') && ofSection) return [`${OF_SECTION}${ofSection}`, '', line]
      const [, , id, , , cell = ''] = RULE.exec(line) ?? []
      if (!id) return line
      const links = linksTo(tests, id) || (cell.startsWith('none: ') ? cell : ofSection && 'the section’s')
      return `${line.slice(0, line.length - cell.length - 2)}${links} |`
    })
    .join('\n')
}

function linksTo(tests: CitingTest[], id: string): string {
  const files = new Set(tests.filter(({ ids }) => ids.includes(id)).map(({ file }) => file))
  return [...files]
    .map((file) => `[${file.replace(/^contract\//, '').replace(/\.test\.ts$/, '')}](../../${file})`)
    .join(', ')
}

/** A wording that hides who acts or what is meant. The style guide is in CONTRIBUTING.md. */
interface ProseRule {
  name: string
  pattern: RegExp
  /** Checked against the first words of a comment only. */
  isHead?: boolean
  instead: string
}

export const RULES: readonly ProseRule[] = [
  {
    name: 'head',
    isHead: true,
    pattern: /^(Of|So|Who|Whoever|It|They|Those|The same|Else|Where)\b/,
    instead: 'start with a verb (what the function does) or with the noun it returns',
  },
  {
    name: 'bookish',
    pattern:
      /\b(anew|for ever|likewise|besides|all the same|dearer?|whoever|mend(s|ed)?|told of|is told|lets? in|thrown out|in vain)\b/i,
    instead: 'again, always, also, anyway, expensive, anyone who, fixed, notified, accepts, revoked, without success',
  },
  {
    name: 'negation',
    pattern: /(?<!\bthere )\b(is|are) none\b|(?<!\bthere )\b(is|are) no (?!longer|more|need|one)\w+/i,
    instead: 'negate the verb: is not a, does not, there is no',
  },
  { name: 'else', pattern: /[,;] else\b/, instead: 'otherwise' },
  {
    name: 'so-many',
    pattern: /\bso (many|much|often|long|soon)\b(?! (as|that))/i,
    instead: 'name the number or the limit, with its unit',
  },
  {
    name: 'per',
    pattern: /\b(requests|times|bytes|messages|rows|seconds) an? \w+/i,
    instead: 'per: requests per minute',
  },
  {
    name: 'handoff',
    pattern: /\b(hand(s|ed)?[ -]over|handover)\b/i,
    instead: 'hand off (verb), handoff (noun)',
  },
  {
    name: 'citation',
    pattern:
      /\bcontract,? sections?\b|\(contract \d|\bspec(ification)?,? (section|§)|\bspec [\dC.]+,? (fact|rule|behaviou?r) \d|(^|\s)§\d/i,
    instead: 'cite a section or a rule of docs/specification: spec 4.2, spec 4.2.1, spec C6.3',
  },
]

export interface ProseFind {
  path: string
  line: number
  rule: string
  text: string
}

/**
 * Finds what the rules reject in the comments of code and the names of tests, or in all text of Markdown outside of code and
 * addresses of links.
 */
export function findProse(path: string, text: string): ProseFind[] {
  const lines = path.endsWith('.md')
    ? linesOfMarkdown(text)
    : [...linesOfComments(path, text), ...testNames(path, text)]
  return lines.flatMap(({ line, words, isFirst }) =>
    RULES.filter(({ pattern, isHead }) => (!isHead || isFirst) && pattern.test(words)).map(({ name }) => ({
      path,
      line,
      rule: name,
      text: words.trim(),
    })),
  )
}

interface Line {
  line: number
  words: string
  /** Whether a comment starts with it. */
  isFirst: boolean
}

function linesOfComments(path: string, text: string): Line[] {
  const comment = path.endsWith('.sql') ? /^\s*(--) ?(.*)$/ : /^\s*(\/\*\*|\/\/|\*(?!\/)) ?(.*)$/
  const found: Line[] = []
  let wasComment = false
  for (const [i, written] of text.split('\n').entries()) {
    const [, mark, words = ''] = comment.exec(written) ?? []
    if (mark === '/**') wasComment = false
    if (mark && words.trim()) {
      found.push({ line: i + 1, words: words.replace(/\*\/\s*$/, ''), isFirst: !wasComment })
    }
    // A block's first line may hold nothing but its mark.
    wasComment = mark !== undefined && (wasComment || words.trim() !== '')
  }
  return found
}

/** The name of a test, in the line of its call or, in a longer call, alone in the next one. */
const TEST_NAME = /^\s*(?:(?:test|describe|it)\(\s*)?(['`])((?:(?!\1)[^\\]|\\.)+)\1,/

function testNames(path: string, text: string): Line[] {
  if (!/\.test\.tsx?$/.test(path)) return []
  const lines = text.split('\n')
  return lines.flatMap((written, i) => {
    const isCall = /^\s*(test|describe|it)\(/.test(written) || /^\s*(test|describe|it)\($/.test(lines[i - 1] ?? '')
    const [, , words] = (isCall && TEST_NAME.exec(written)) || []
    return words ? { line: i + 1, words: words.replace(/“[^”]*”|"[^"]*"/g, '"'), isFirst: false } : []
  })
}

function linesOfMarkdown(text: string): Line[] {
  let isCode = false
  return text.split('\n').flatMap((words, i) => {
    if (/^\s*```/.test(words)) isCode = !isCode
    return isCode
      ? []
      : { line: i + 1, words: words.replace(/`[^`]*`/g, '`').replace(/\]\([^()]*\)/g, ']'), isFirst: false }
  })
}

/** How often a rule is broken in a file: `rule path` to a count. */
export type Baseline = ReadonlyMap<string, number>

const keyOf = ({ rule, path }: ProseFind) => `${rule} ${path}`

export function countProse(finds: ProseFind[]): Baseline {
  const counts = new Map<string, number>()
  for (const find of finds) counts.set(keyOf(find), (counts.get(keyOf(find)) ?? 0) + 1)
  return counts
}

/**
 * The finds in files that break a rule more often than the baseline has it, if the rule is broken more often in all: text
 * that moves to another file is not new.
 */
export function newProse(finds: ProseFind[], baseline: Baseline): ProseFind[] {
  const counts = countProse(finds)
  const total = (of: Baseline, rule: string) =>
    [...of].reduce((sum, [key, count]) => sum + (key.startsWith(`${rule} `) ? count : 0), 0)
  const grown = new Set(RULES.map(({ name }) => name).filter((name) => total(counts, name) > total(baseline, name)))
  return finds.filter(
    (find) => grown.has(find.rule) && (counts.get(keyOf(find)) as number) > (baseline.get(keyOf(find)) ?? 0),
  )
}

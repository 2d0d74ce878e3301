import { type FoundPattern, findPatterns } from './find-patterns.ts'

/** A pattern that is not proven linear, and may stand in one file because its input is bounded there. */
export interface PatternException {
  path: string
  /** As find-patterns.ts writes it. */
  written: string
  /** Why its input is short or not a stranger's: with the bound, and where that is set. */
  bound: string
}

/** Reads exceptions.txt: the path, the pattern and the bound of each, a line each, with blank lines between exceptions. */
export function readExceptions(text: string): PatternException[] {
  return text
    .trim()
    .split('\n\n')
    .map((one) => {
      const [path = '', written = '', bound = ''] = one.split('\n')
      if (bound === '') throw new Error(`An exception has the lines path, pattern and bound, not: ${one}`)
      return { path, written, bound }
    })
}

interface Rules {
  exceptions: readonly PatternException[]
  /** What was proven before, as it is written. */
  proven: ReadonlySet<string>
  disprove(regex: { source: string; flags: string }): Promise<string | null>
}

/** Patterns that are neither proven nor exceptions, exceptions of which there is no pattern, and all that is proven now. */
export async function checkPatterns(
  files: { path: string; text: string }[],
  { exceptions, proven, disprove }: Rules,
): Promise<{ faults: string[]; proven: string[] }> {
  const faults: string[] = []
  const linear = new Set<string>()
  const used = new Set<PatternException>()
  const exceptionOf = ({ path, written }: FoundPattern) =>
    exceptions.find((one) => one.path === path && one.written === written)
  for (const found of files.flatMap(findPatterns)) {
    const { path, written, regex } = found
    if (linear.has(written)) continue
    const exception = exceptionOf(found)
    if (exception) {
      used.add(exception)
      continue
    }
    const fault = regex === null ? 'built at run time' : proven.has(written) ? null : await disprove(regex)
    if (fault === null) linear.add(written)
    else faults.push(`${path}: ${written} is not proven linear (${fault})`)
  }
  const unused = exceptions.filter((one) => !used.has(one))
  faults.push(
    ...unused.map(({ path, written }) => `${path}: there is no ${written} any longer, but an exception for it`),
  )
  return { faults, proven: [...linear].sort() }
}

import { relative } from 'node:path'
import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'

/** One line of what this reporter writes. `file` is missing where a setup or a teardown of the whole run failed. */
export interface Failure {
  file?: string
  /** The test, where it stands and what was wrong, or what a failed test had to say besides. */
  text: string
}

/**
 * A reporter of node's test runner: a line of JSON for each test that failed. scripts/test.ts repeats them at the very end,
 * for a report of thousands of lines is rarely kept whole, and runs their files again.
 */
export default async function* failures(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const line = (failure: Failure) => `${JSON.stringify(failure)}\n`
  let failed: string | undefined
  for await (const { type, data } of events) {
    // What a test that failed had to say comes right behind it.
    if (type === 'test:diagnostic' && data.file === failed && failed !== undefined) {
      yield line({ file: relative('.', failed), text: `  ${data.message}\n` })
    } else if (type === 'test:pass' || type === 'test:fail') failed = undefined
    if (type !== 'test:fail' || data.todo !== undefined) continue
    const { error } = data.details
    // A suite fails because a test in it does, which has its own line.
    if ((error as { failureType?: string }).failureType === 'subtestsFailed') continue
    const { cause = error } = error
    failed = data.file
    const file = data.file === undefined ? undefined : relative('.', data.file)
    const place = file === undefined ? '' : ` (${file}:${data.line})`
    yield line({ file, text: `✖ ${data.name}${place}\n${inspect(cause, { colors: false }).replace(/^/gm, '  ')}\n` })
  }
}

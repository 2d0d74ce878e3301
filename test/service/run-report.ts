import { relative } from 'node:path'
import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'

/** One line of what this reporter writes. */
export type RunReport =
  /** `file` is missing where a setup or a teardown of the whole run failed. */
  | { kind: 'failed'; file?: string; text: string }
  /** `reason` is what the test's `skip` says. */
  | { kind: 'skipped'; reason: string }

/**
 * A reporter of node's test runner: a line of JSON for each test that failed or was skipped. scripts/test.ts repeats them
 * at the very end, because a report of thousands of lines is rarely kept whole, and runs the files that failed again.
 */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const line = (one: RunReport) => `${JSON.stringify(one)}\n`
  let failed: string | undefined
  for await (const { type, data } of events) {
    // The diagnostics of a failed test come right behind it.
    if (type === 'test:diagnostic' && data.file === failed && failed !== undefined) {
      yield line({ kind: 'failed', file: relative('.', failed), text: `  ${data.message}\n` })
    } else if (type === 'test:pass' || type === 'test:fail') failed = undefined
    if (type === 'test:pass' && data.skip) {
      const file = data.file === undefined ? {} : { file: relative('.', data.file) }
      if (typeof data.skip === 'string') yield line({ kind: 'skipped', reason: data.skip })
      else yield line({ kind: 'failed', ...file, text: `✖ ${data.name}\n  is skipped without a reason\n` })
    }
    if (type !== 'test:fail' || data.todo !== undefined) continue
    const { error } = data.details
    // A suite fails because a test in it does, which has its own line.
    if ((error as { failureType?: string }).failureType === 'subtestsFailed') continue
    const { cause = error } = error
    failed = data.file
    const file = data.file === undefined ? undefined : relative('.', data.file)
    const place = file === undefined ? '' : ` (${file}:${data.line})`
    const text = `✖ ${data.name}${place}\n${inspect(cause, { colors: false }).replace(/^/gm, '  ')}\n`
    yield line({ kind: 'failed', ...(file !== undefined && { file }), text })
  }
}

import { relative } from 'node:path'
import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'

/**
 * A reporter of node's test runner: each test that failed, with where it stands and what was wrong. `npm test` writes it
 * beside the usual report and repeats it at the very end, for a report of thousands of lines is rarely kept whole.
 */
export default async function* failures(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  let failed: string | undefined
  for await (const { type, data } of events) {
    // What a test that failed had to say comes right behind it.
    if (type === 'test:diagnostic' && data.file === failed && failed !== undefined) yield `  ${data.message}\n\n`
    else if (type === 'test:pass' || type === 'test:fail') failed = undefined
    if (type !== 'test:fail' || data.todo !== undefined) continue
    const { error } = data.details
    // A suite fails because a test in it does, which is told of by itself.
    if ((error as { failureType?: string }).failureType === 'subtestsFailed') continue
    const { cause = error } = error
    failed = data.file
    const place = data.file === undefined ? '' : ` (${relative('.', data.file)}:${data.line})`
    yield `✖ ${data.name}${place}\n${inspect(cause, { colors: false }).replace(/^/gm, '  ')}\n\n`
  }
}

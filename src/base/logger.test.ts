import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'

const LINES = 200

/** What a process prints that writes lines and then ends, as the code says. */
function print(end: string): string[] {
  const code = `
    import { createLogger } from '${import.meta.resolve('./logger.ts')}'
    const log = createLogger('info')
    for (let i = 0; i < ${LINES}; i++) log.info({ i }, 'made')
    ${end}`
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' })
  return output.trimEnd().split('\n')
}

for (const [how, end] of [
  ['when nothing is left to do', ''],
  ['at once', 'process.exit(0)'],
  ['a moment later', 'setTimeout(() => process.exit(0), 5)'],
] as const) {
  test(`every line is written, once, by a process that ends ${how}`, () => {
    const lines = print(end).map((line) => JSON.parse(line))
    // In order, unless the process ends while a write is under way: what was kept then comes before it.
    const numbers = lines.map(({ i }) => i).toSorted((a, b) => a - b)
    assert.deepEqual(
      numbers,
      Array.from({ length: LINES }, (_, i) => i),
    )
    assert.ok(lines.every(({ level, time, msg }) => level === 30 && Date.parse(time) > 0 && msg === 'made'))
  })
}

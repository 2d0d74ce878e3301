import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { test } from 'node:test'
import type { TestEvent } from 'node:test/reporters'
import report, { type RunReport } from './run-report.ts'

/** The lines for one test of contract/one.test.ts that ended in this way. */
async function linesFor(type: 'test:pass' | 'test:fail', data: object): Promise<RunReport[]> {
  const event = { type, data: { name: 'a test', file: resolve('contract/one.test.ts'), line: 7, ...data } } as TestEvent
  const lines: RunReport[] = []
  const events = (async function* () {
    yield event
  })()
  for await (const line of report(events)) lines.push(JSON.parse(line))
  return lines
}

test('a passed test has no line', async () => {
  assert.deepEqual(await linesFor('test:pass', {}), [])
})

test('a skipped test is counted by its reason, and fails without one', async () => {
  assert.deepEqual(await linesFor('test:pass', { skip: 'no Redis' }), [{ kind: 'skipped', reason: 'no Redis' }])
  const [line, ...more] = await linesFor('test:pass', { skip: true })
  assert.deepEqual(more, [])
  assert.ok(line?.kind === 'failed')
  assert.equal(line.file, 'contract/one.test.ts')
  assert.match(line.text, /a test\n {2}is skipped without a reason/)
})

test('a failed test is named with its file and its error', async () => {
  const [line] = await linesFor('test:fail', { details: { error: new Error('wrong') } })
  assert.ok(line?.kind === 'failed')
  assert.equal(line.file, 'contract/one.test.ts')
  assert.match(line.text, /^✖ a test \(contract\/one\.test\.ts:7\)\n.*wrong/)
})

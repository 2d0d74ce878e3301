import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { mock, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { lineWriter } from './log-lines.ts'

// The log of a process whose reader is slow, does not read, or is gone.

const LOGGER = fileURLToPath(new URL('./logger.ts', import.meta.url))
/** A program that logs `lines` lines of some 120 bytes and exits once it may. */
const program = (lines: number) => `
  const { createLogger } = await import(${JSON.stringify(LOGGER)})
  const log = createLogger('info')
  for (let i = 0; i < ${lines}; i++) {
    log.info({ i, filler: 'x'.repeat(60) }, 'a line')
    if (i % 100 === 0) await new Promise((resolve) => setTimeout(resolve, 1))
  }
  process.stderr.write('logged')
  await new Promise((resolve) => process.stdin.once('data', resolve))
  log.info('the last line')
  process.exit(0)`

function start(lines: number) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program(lines)])
  const logged = once(child.stderr, 'data')
  const ended = once(child, 'exit')
  return { child, logged, ended }
}

/** Waits for the end, for less than the last attempt and a start of Node take together. */
async function endOf({ child, ended }: ReturnType<typeof start>): Promise<unknown> {
  const timer = setTimeout(() => child.kill('SIGKILL'), 5_000)
  const [code, signal] = await ended
  clearTimeout(timer)
  return code ?? signal
}

test('every line arrives whole and in order, the last one too', async () => {
  const run = start(5_000)
  let text = ''
  run.child.stdout.setEncoding('utf8').on('data', (piece) => {
    text += piece
  })
  await run.logged
  run.child.stdin.write('go on')
  assert.equal(await endOf(run), 0)
  const lines = text.trimEnd().split('\n')
  assert.equal(lines.length, 5_001)
  for (const [i, line] of lines.slice(0, -1).entries()) assert.equal(JSON.parse(line).i, i)
  assert.match(lines.at(-1) ?? '', /the last line/)
})

test('a burst right before the end arrives whole, with a reader who takes his time', async () => {
  for (const pause of [0, 1, 5]) {
    const burst = `
      const { createLogger } = await import(${JSON.stringify(LOGGER)})
      const log = createLogger('info')
      for (let i = 0; i < 5000; i++) log.info({ i, filler: 'é'.repeat(60) }, 'a line')
      setTimeout(() => { log.info({ i: 5000 }, 'the last line'); process.exit(0) }, ${pause})`
    const child = spawn(process.execPath, ['--input-type=module', '-e', burst])
    const pieces: string[] = []
    child.stdout.setEncoding('utf8').on('data', (piece) => {
      pieces.push(piece)
      child.stdout.pause()
      setTimeout(() => child.stdout.resume(), 2)
    })
    await once(child, 'close')
    const lines = pieces.join('').trimEnd().split('\n')
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).i),
      Array.from({ length: 5_001 }, (_, i) => i),
    )
  }
})

test('a disk that was full ends nothing: lines are written once there is room', () => {
  const taken: string[] = []
  let error: string | null = null
  const write = mock.method(fs, 'writeSync', (_fd: number, bytes: Buffer) => {
    if (error) throw Object.assign(new Error(error), { code: error })
    taken.push(bytes.toString())
    return bytes.length
  })
  syncBuiltinESMExports()
  mock.timers.enable({ apis: ['setTimeout'] })
  const lines = lineWriter(1)
  for (const [line, code, ms] of [
    ['one', null, 20],
    ['two', 'ENOSPC', 1_000],
    ['three', null, 1_000],
    ['four', 'EPIPE', 20],
    ['five', null, 1_000],
  ] as const) {
    error = code
    lines.write(`${line}\n`)
    mock.timers.tick(ms)
  }
  mock.timers.reset()
  write.mock.restore()
  syncBuiltinESMExports()
  assert.equal(taken.join(''), 'one\ntwo\nthree\n')
})

test('a process ends although nobody reads its log', async () => {
  const run = start(5_000)
  run.child.stdout.pause()
  await run.logged
  run.child.stdin.write('go on')
  assert.equal(await endOf(run), 0)
})

test('a process goes on, and ends, although its log is closed', async () => {
  const run = start(2_000)
  run.child.stdout.destroy()
  await run.logged
  run.child.stdin.write('go on')
  assert.equal(await endOf(run), 0)
})

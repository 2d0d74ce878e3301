import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readStat, secondsOf } from './processor-seconds.ts'

/** A service that is ready, in a process of its own or inside a host. */
export interface RunningService {
  baseUrl: string
  /** Stops it gracefully; resolves with its exit code. */
  stop(): Promise<number | null>
  /** All it has logged, standard error included. */
  logs(): string
  /** Ends its process in the middle of whatever it does. Undefined inside a host. */
  kill?(): Promise<void>
  /** Processor seconds that the thread of its event loop has used. Undefined inside a host. */
  eventLoopSeconds?(): number
  /** Runs `work` while its process is paused. */
  pause<T>(work: () => Promise<T>): Promise<T>
}

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Makes passwords cost little; the host and each process of its own is started with it. */
export const QUICK_PASSWORDS = `--import=${new URL('quick-passwords.js', import.meta.url).href}`
const START_MS = 120_000
/** Compiled code is kept between starts, as `npm start` keeps it. */
const COMPILED = join(ROOT, 'node_modules/.cache/parley/compiled')

/** Starts the service as a child process; `program` is run in place of the sources. */
export async function startProcess(env: Record<string, string>, program?: string): Promise<RunningService> {
  const run = spawnService(env, program)
  const { child, exited } = run
  await untilReady(run)
  return {
    baseUrl: await run.address,
    async stop() {
      child.kill('SIGTERM')
      return (await exited).code
    },
    logs: run.output,
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
    eventLoopSeconds: () => secondsOf(readStat(`/proc/${child.pid}/task/${child.pid}/stat`)),
    pause: (work) => pauseProcess(child.pid as number, work),
  }
}

/** Runs `work` while a process is paused. */
export async function pauseProcess<T>(pid: number, work: () => Promise<T>): Promise<T> {
  process.kill(pid, 'SIGSTOP')
  try {
    return await work()
  } finally {
    process.kill(pid, 'SIGCONT')
  }
}

/** Runs the service with exactly these variables until it ends by itself, as it does when it cannot start. */
export async function runUntilExit(
  env: Record<string, string>,
): Promise<{ code: number | null; output: string; stderr: string }> {
  const run = spawnService(env)
  const late = setTimeout(() => run.child.kill('SIGKILL'), START_MS)
  const { code } = await run.exited
  clearTimeout(late)
  return { code, output: run.output(), stderr: run.errors() }
}

type SpawnedService = ReturnType<typeof spawnService>

function spawnService(env: Record<string, string>, program = 'src/main.ts') {
  const { PATH = '', HOME = '', TMPDIR = tmpdir() } = process.env
  // Nothing else of this process's environment: a developer's own DATABASE_URL must not be tested on.
  const child = spawn(process.execPath, [program], {
    cwd: ROOT,
    env: { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE: COMPILED, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let errors = ''
  const exited = once(child, 'close').then(([code]) => ({ code: code as number | null }))
  /** Address of the service, read from its own log. Rejects when it ends first. */
  const { promise: address, resolve, reject } = Promise.withResolvers<string>()
  address.catch(() => {})
  let isServing = false
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    // Once: to look at the whole log with each line would take longer and longer.
    const serving = isServing ? null : /"address":"([^"]+)".*"msg":"server listening"/.exec(output)
    if (!serving) return
    isServing = true
    resolve(serving[1] as string)
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text
    errors += text
  })
  exited.then(({ code }) => reject(new Error(`the service ended with code ${code} before it served:\n${output}`)))
  const killWithUs = () => child.kill('SIGKILL')
  process.once('exit', killWithUs)
  exited.then(() => process.off('exit', killWithUs))
  return { child, address, exited, output: () => output, errors: () => errors }
}

async function untilReady({ child, address }: SpawnedService): Promise<void> {
  const late = setTimeout(() => child.kill('SIGKILL'), START_MS)
  try {
    const baseUrl = await address
    while ((await fetch(`${baseUrl}/readyz`)).status !== 200) await new Promise((resolve) => setTimeout(resolve, 20))
    noteStartCost(child.pid as number)
  } finally {
    clearTimeout(late)
  }
}

/** For `npm run test:cost`: the processor seconds that a service has used by the time it is ready. */
function noteStartCost(pid: number): void {
  const directory = process.env.TEST_COST
  if (!directory) return
  writeFileSync(join(directory, String(pid)), String(secondsOf(readStat(`/proc/${pid}/stat`))))
}

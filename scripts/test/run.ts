import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { RunReport } from '../../test/service/run-report.ts'
import { importsOf, longestFirst } from './files.ts'

/** This many files may fail and pass when they run again alone; with more, the run fails. */
const UNSTABLE_MAX = 2
/** Many tests wait now and then: more files run side by side than there are cores. */
const SIDE_BY_SIDE = Math.min(6, 2 * availableParallelism() + 1)
/** Each runs on one core. */
const HOSTS_MAX = 2

interface Pass {
  title: string
  env: Record<string, string>
}

/** One run of scripts/test.ts: passes of node's test runner, what failed in them, and the directory they share. */
export class TestRun {
  readonly #scratch = mkdtempSync(join(inMemory() ?? tmpdir(), 'parley-tests-'))
  readonly #depth: string
  readonly #failed: { file: string; pass: Pass }[] = []
  readonly #unstable: string[] = []
  #isGreen = true
  readonly #skipped = new Map<string, number>()
  #failures = ''
  #passes = 0

  constructor({ depth }: { depth: 'small' | 'full' }) {
    this.#depth = depth
  }

  /** File in which test/clients/through-client.ts counts its calls. */
  get clientTally(): string {
    return join(this.#scratch, 'through-client')
  }

  get isGreen(): boolean {
    return this.#isGreen
  }

  /** Runs files, `sideBySide` at a time, and remembers which failed. */
  pass(title: string, files: string[], env: Record<string, string>, sideBySide = SIDE_BY_SIDE): void {
    if (files.length === 0) return
    console.log(`\n${files.length} test files ${title}`)
    const failed = this.#node(longestFirst(files), env, sideBySide)
    this.#failed.push(...failed.map((file) => ({ file, pass: { title, env } })))
    if (env.TEST_THROUGH_CLIENT) this.#countCalls(env.TEST_THROUGH_CLIENT)
  }

  /** Runs each file that failed once more, alone. A file that passes now is unstable; a few of these are let pass. */
  retryFailed(): void {
    const isHopeless = this.#failed.length > 2 * UNSTABLE_MAX
    for (const { file, pass } of isHopeless ? [] : this.#failed) {
      console.log(`\n${file} again, alone, ${pass.title}`)
      if (this.#node([file], pass.env, 1).length === 0) this.#unstable.push(`${file} ${pass.title}`)
    }
    if (this.#unstable.length < this.#failed.length || this.#unstable.length > UNSTABLE_MAX) this.#isGreen = false
  }

  close(): void {
    rmSync(this.#scratch, { recursive: true, force: true })
  }

  summary(): string[] {
    const failures = this.#failures ? [`\nWhat failed:\n\n${this.#failures}`] : []
    const skipped = [...this.#skipped].map(([reason, count]) => `Skipped: ${count} × ${reason}`)
    return [...failures, ...skipped, ...this.#unstable.map((file) => `UNSTABLE: failed, then passed alone: ${file}`)]
  }

  /** One process of node's test runner; returns the files in which something failed. */
  #node(files: string[], env: Record<string, string>, sideBySide: number): string[] {
    const report = join(this.#scratch, `report-${++this.#passes}`)
    // What a run shares takes seconds to start: not for one file.
    const isSharing = files.filter((file) => importsOf(file, '(service/server|fixtures/\\w[\\w-]*)')).length > 1
    const flags = [
      `--test-concurrency=${sideBySide}`,
      ...(isSharing ? ['--test-global-setup=test/service/run-setup.ts'] : []),
      ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
      ...['--test-reporter=./test/service/run-report.ts', `--test-reporter-destination=${report}`],
    ]
    const { status } = spawnSync(process.execPath, ['--test', ...flags, ...files], {
      stdio: 'inherit',
      env: {
        ...process.env,
        TMPDIR: this.#scratch,
        TEST_RUN: String(process.pid),
        TEST_DEPTH: this.#depth,
        NODE_COMPILE_CACHE: resolve('node_modules/.cache/parley/compiled'),
        HOSTS: String(Math.min(HOSTS_MAX, sideBySide)),
        BROWSER: files.some((file) => importsOf(file, 'browser/browser')) ? '1' : '0',
        ...env,
      },
    })
    const lines = readReport(report)
    const failures = lines.filter((line) => line.kind === 'failed')
    for (const line of lines) if (line.kind === 'skipped') this.#countSkip(line.reason)
    this.#failures += failures.map(({ text }) => text).join('\n')
    const failed = new Set(failures.flatMap(({ file }) => file ?? []))
    // A setup or teardown of the whole pass belongs to no file, and there is nothing to run again.
    if (status !== 0 && (failed.size === 0 || failures.some(({ file }) => file === undefined))) this.#isGreen = false
    return [...failed]
  }

  #countSkip(reason: string): void {
    this.#skipped.set(reason, (this.#skipped.get(reason) ?? 0) + 1)
  }

  /** The pass through the client counts only if its calls really went through it. */
  #countCalls(tally: string): void {
    const lines = readFileSync(tally, 'utf8').trim().split('\n')
    const counts = lines.map((line) => JSON.parse(line) as { calls: number; plain: number })
    const sum = (name: 'calls' | 'plain') => counts.reduce((total, one) => total + one[name], 0)
    console.log(`${sum('calls')} calls by parley-client, ${sum('plain')} that it cannot make by plain requests`)
    if (sum('calls') === 0) this.#isGreen = false
  }
}

function readReport(report: string): RunReport[] {
  if (!existsSync(report)) return []
  const lines = readFileSync(report, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as RunReport)
}

/** Linux keeps this directory in memory: a database there starts in half the time. Only where there is room enough. */
function inMemory(): string | undefined {
  const directory = '/dev/shm'
  if (!existsSync(directory)) return undefined
  const { bavail, bsize } = statfsSync(directory)
  return bavail * bsize > 4 * 1024 ** 3 ? directory : undefined
}

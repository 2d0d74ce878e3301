import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readStat, secondsOf } from '../test/service/processor-seconds.ts'

// `npm run test:cost [-- files]`: runs the tests as `npm test` does and prints what each test file costs: its wall time,
// and the processor seconds of its process and of every process it started. Linux only: it samples /proc.

const SAMPLE_MS = 200
const root = fileURLToPath(new URL('..', import.meta.url))

const KINDS = [
  'tests',
  'service start',
  'service',
  'embedded database',
  'PostgreSQL',
  'browser',
  'other programs',
] as const
type Kind = (typeof KINDS)[number]

interface Process {
  pid: number
  parent: number
  command: string
  /** Processor seconds so far, ended threads included. */
  seconds: number
  /** Seconds of the thread that the embedded database runs on. */
  databaseSeconds: number
  firstSeen: number
  lastSeen: number
}

const processes = new Map<string, Process>()
const startMarks = mkdtempSync(join(tmpdir(), 'parley-test-cost-'))
const isPostgres = (command: string) => /^postgres: |^\S*\/postgres /.test(command)

/** Notes what one process has used by now, unless it has just ended. */
function sampleProcess(pid: number, now: number): void {
  try {
    const stat = readStat(`/proc/${pid}/stat`)
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    if (command === '') return // a zombie, or one of the kernel's own
    const key = `${pid}-${stat[19]}`
    const known = processes.get(key)
    const databaseSeconds = command.includes('src/') ? sampleDatabaseThread(pid) : 0
    processes.set(key, {
      ...{ pid, parent: Number(stat[1]), command, seconds: secondsOf(stat), lastSeen: now },
      databaseSeconds: Math.max(databaseSeconds, known?.databaseSeconds ?? 0),
      firstSeen: known?.firstSeen ?? now,
      // The first parent counts: a process whose parent ended is adopted by another.
      ...(known && { parent: known.parent }),
    })
  } catch (error) {
    if (!['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

function sampleDatabaseThread(pid: number): number {
  let seconds = 0
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const name = readFileSync(`/proc/${pid}/task/${thread}/comm`, 'utf8').trim()
    if (name === 'embedded-databa') seconds += secondsOf(readStat(`/proc/${pid}/task/${thread}/stat`))
  }
  return seconds
}

function sample(): void {
  const now = performance.now()
  for (const name of readdirSync('/proc')) if (/^\d+$/.test(name)) sampleProcess(Number(name), now)
}

/** Processor seconds of each PostgreSQL process before the run: they are not the run's. */
function postgresSeconds(): Map<string, number> {
  return new Map(
    [...processes].filter(([, { command }]) => isPostgres(command)).map(([key, { seconds }]) => [key, seconds]),
  )
}

/** The test file whose process started this one, itself included. */
function testFileOf(process: Process, byPid: Map<number, Process>): string | undefined {
  for (let at: Process | undefined = process; at; at = byPid.get(at.parent)) {
    const file = /--test-reporter=|scripts\/test/.test(at.command) ? null : /\S+\.test\.tsx?$/.exec(at.command)
    if (file) return relative(root, file[0])
  }
  return undefined
}

function isBelow(process: Process, ancestor: number, byPid: Map<number, Process>): boolean {
  for (let at: Process | undefined = process; at; at = byPid.get(at.parent)) if (at.pid === ancestor) return true
  return false
}

function kindOf({ command }: Process): Kind {
  if (isPostgres(command)) return 'PostgreSQL'
  if (/chrom/.test(command.split(' ')[0] as string)) return 'browser'
  if (/ (\S*\/)?(src|lib)\/(main|start)\.(ts|js)/.test(command)) return 'service'
  return /^\S*node /.test(command) ? 'tests' : 'other programs'
}

sample()
const before = postgresSeconds()
const began = performance.now()
const run = spawn(process.execPath, ['scripts/test.ts', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, TEST_COST: startMarks },
})
const sampling = setInterval(sample, SAMPLE_MS)
const [code] = await once(run, 'exit')
clearInterval(sampling)
const wall = (performance.now() - began) / 1_000

/** Processor seconds that a service had used when it was ready, by its process. */
const starts = new Map(
  readdirSync(startMarks).map((pid) => [Number(pid), Number(readFileSync(join(startMarks, pid), 'utf8'))]),
)
rmSync(startMarks, { recursive: true })

const files = new Map<string, { wall: number; seconds: Map<Kind, number> }>()
const totals = new Map<Kind, number>()
const add = (to: Map<Kind, number>, kind: Kind, seconds: number) => to.set(kind, (to.get(kind) ?? 0) + seconds)
// Process numbers come around again; a run is short enough for each number to be one process, nearly always.
const byPid = new Map([...processes.values()].map((process) => [process.pid, process]))
for (const [key, process] of processes) {
  const isDatabase = isPostgres(process.command)
  if (!isDatabase && !isBelow(process, run.pid as number, byPid)) continue
  const name = isDatabase ? '(PostgreSQL)' : (testFileOf(process, byPid) ?? '(the run itself)')
  const file = files.get(name) ?? { wall: 0, seconds: new Map<Kind, number>() }
  files.set(name, file)
  if (process.command.endsWith(name)) file.wall += (process.lastSeen - process.firstSeen) / 1_000
  const kind = kindOf(process)
  const start = kind === 'service' ? Math.min(starts.get(process.pid) ?? 0, process.seconds) : 0
  const database = Math.max(0, kind === 'service' ? process.databaseSeconds : 0)
  const parts: [Kind, number][] = [
    ['service start', start],
    ['embedded database', Math.max(0, Math.min(database, process.seconds - start))],
    [kind, Math.max(0, process.seconds - start - database) - (before.get(key) ?? 0)],
  ]
  for (const [part, seconds] of parts) {
    add(file.seconds, part, seconds)
    add(totals, part, seconds)
  }
}

const sum = (seconds: Map<Kind, number>) => [...seconds.values()].reduce((total, one) => total + one, 0)
const cell = (value: number, width: number) => value.toFixed(1).padStart(width)
const row = (seconds: Map<Kind, number>) => KINDS.map((kind) => cell(seconds.get(kind) ?? 0, kind.length + 2)).join('')
console.log(`\n${'wall'.padStart(8)}${'processor'.padStart(11)}  ${KINDS.join('  ')}   seconds, by test file`)
for (const [name, { wall, seconds }] of [...files].sort(([, a], [, b]) => sum(b.seconds) - sum(a.seconds))) {
  console.log(`${cell(wall, 8)}${cell(sum(seconds), 11)}${row(seconds)}   ${name}`)
}
const used = sum(totals)
const waiting = [...files.values()].reduce((total, { wall }) => total + wall, 0) - used
console.log(`${cell(wall, 8)}${cell(used, 11)}${row(totals)}   all, ${files.size} rows`)
console.log(`Files spent ${Math.max(0, waiting).toFixed(0)} seconds more than they used of a processor: waiting.`)
process.exit(code)

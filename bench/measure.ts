import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What a run of requests cost. CPU is in microseconds a request. */
export interface Cost {
  rps: number
  p99: number
  serverCpu: number
  databaseCpu: number
  rssMb: number
}

export interface Load {
  url: string
  pid: number
  /** `{n}` stands for a random whole number from 1 to `random`. */
  path: string
  random?: number
  /** An API key, or several that take turns; none for who signs in otherwise. */
  key?: string | string[]
  /** Beside the key and the content type. */
  headers?: Record<string, string>
  body?: object
  /** Counts the CPU time of this database's connections alone, where other programs use the same server. */
  database?: string
  seconds?: number
  connections?: number
}

const TICK_US = 10_000 // a clock tick of /proc on Linux

/** CPU time of a process so far, its threads included, in microseconds. */
export function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_US
}

/** What PostgreSQL's processes had taken when we looked last, by database: by process, and of those that have ended since. */
const looks = new Map<string, { byPid: Map<number, number>; ofEnded: number }>()

/**
 * Measures PostgreSQL's processes of this machine: those of one database (or of all), whether they still run or
 * not. One that has ended counts with what it had taken when we looked last: without that, a connection that closes
 * between two looks would make what lies between them look cheaper, by all that it ever took.
 */
export function cpuOfPostgres(database = ''): number {
  const { byPid, ofEnded } = looks.get(database) ?? { byPid: new Map<number, number>(), ofEnded: 0 }
  const now = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      if (readFileSync(`/proc/${name}/comm`, 'utf8').trim() !== 'postgres') continue
      if (!readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(database)) continue
      now.set(Number(name), cpuOf(Number(name)))
    } catch {} // the process ended while we looked
  }
  const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0)
  const endedNow = [...byPid].filter(([pid]) => !now.has(pid)).map(([, cpu]) => cpu)
  const look = { byPid: now, ofEnded: ofEnded + sum(endedNow) }
  looks.set(database, look)
  return look.ofEnded + sum(now.values())
}

export function rssOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

/** Sends requests for some seconds over keep-alive connections (with wrk, which costs little) and counts what they cost. */
export async function measure(load: Load): Promise<Cost> {
  const before = [cpuOf(load.pid), cpuOfPostgres(load.database)] as const
  const output = await runWrk(load)
  const figure = (pattern: RegExp) => Number(pattern.exec(output)?.[1])
  const count = figure(/(\d+) requests in/)
  if (!(count > 0) || /Non-2xx|Socket errors/.test(output)) throw new Error(`${load.url}${load.path}:\n${output}`)
  const [, p99, unit] = /99%\s+([\d.]+)(us|ms|s)/.exec(output) ?? []
  return {
    rps: figure(/Requests\/sec:\s+([\d.]+)/),
    p99: Number(p99) * { us: 0.001, ms: 1, s: 1000 }[unit as 'ms'],
    serverCpu: (cpuOf(load.pid) - before[0]) / count,
    databaseCpu: (cpuOfPostgres(load.database) - before[1]) / count,
    rssMb: rssOf(load.pid),
  }
}

async function runWrk(load: Load): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  const script = join(directory, 'load.lua')
  const body = load.body ? `[==[${JSON.stringify(load.body)}]==]` : 'nil'
  writeFileSync(
    script,
    `math.randomseed(os.time())
     local keys = { ${[load.key ?? []].flat().map((key) => `"${key}"`)} }
     local headers = { ["x-api-key"] = keys[1], ["content-type"] = ${load.body ? '"application/json"' : 'nil'} }
     ${Object.entries(load.headers ?? {})
       .map(([name, value]) => `headers["${name}"] = "${value}"`)
       .join('\n')}
     request = function()
       if #keys > 0 then headers["x-api-key"] = keys[math.random(#keys)] end
       local path = string.gsub("${load.path}", "{n}", math.random(${load.random ?? 1}))
       return wrk.format("${load.body ? 'POST' : 'GET'}", path, headers, ${body})
     end`,
  )
  try {
    const options = [
      '-t1',
      `-c${load.connections ?? 16}`,
      `-d${load.seconds ?? 4}`,
      '--latency',
      '-s',
      script,
      load.url,
    ]
    const wrk = spawn('wrk', options, { stdio: ['ignore', 'pipe', 'inherit'] })
    return (await wrk.stdout.toArray()).join('')
  } finally {
    rmSync(directory, { recursive: true })
  }
}

/** Ends with a clear line when wrk is missing (Debian and macOS have it as package wrk). */
export function requireWrk(): void {
  try {
    execFileSync('which', ['wrk'])
  } catch {
    console.error('This benchmark sends its requests with wrk: install the package wrk.')
    process.exit(1)
  }
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number
}

/**
 * Seconds before anything is counted: until then the compiler still works on what was first called, which a server that
 * runs for days has behind it.
 */
const WARM_UP = 8

/** Runs two loads in turn (A B A B …) and gives the medians of each, after a warm-up that is not counted. */
export async function compare(a: Load, b: Load, rounds = 3): Promise<[Cost, Cost]> {
  await measure({ ...a, seconds: WARM_UP })
  await measure({ ...b, seconds: WARM_UP })
  const runs: [Cost[], Cost[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    runs[0].push(await measure(a))
    runs[1].push(await measure(b))
  }
  return runs.map(medians) as [Cost, Cost]
}

function medians(costs: Cost[]): Cost {
  const of = (name: keyof Cost) => median(costs.map((cost) => cost[name]))
  return {
    rps: of('rps'),
    p99: of('p99'),
    serverCpu: of('serverCpu'),
    databaseCpu: of('databaseCpu'),
    rssMb: of('rssMb'),
  }
}

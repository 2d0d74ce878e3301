import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '../until.ts'
import type { StartAnswer, StartRequest, StopRequest } from './service-host.ts'
import { pauseProcess, QUICK_PASSWORDS, ROOT, type RunningService } from './service-process.ts'

/** Addresses of the run's service hosts; none outside a run of scripts/test.ts. */
const hosts = (): string[] => process.env.SERVICE_HOSTS?.split(' ').filter(Boolean) ?? []

export const hasHost = (): boolean => hosts().length > 0
/** What the hosts were given as NODE_EXTRA_CA_CERTS. */
export const hostCaFile = () => (hasHost() ? join(process.env.TRUSTED_AUTHORITY as string, 'ca.pem') : undefined)

/** Starts a service inside one of the run's hosts. It cannot be killed: a test that needs that asks for `ownProcess`. */
export async function startHosted(env: Record<string, string>): Promise<RunningService> {
  // Files are spread over the hosts; all services of a file run in one.
  const all = hosts()
  const host = all[process.pid % all.length] as string
  const logFile = join(mkdtempSync(join(tmpdir(), 'parley-log-')), 'log')
  writeFileSync(logFile, '')
  const { baseUrl, pid } = await call<StartAnswer>(host, '/start', { env, logFile } satisfies StartRequest)
  const { port } = new URL(baseUrl)
  let stopped: Promise<{ code: number }> | undefined
  return {
    baseUrl,
    async stop() {
      stopped ??= call<{ code: number }>(host, '/stop', { port } satisfies StopRequest)
      return (await stopped).code
    },
    logs: () => readFileSync(logFile, 'utf8'),
    pause: (work) => withLock(`pause-${pid}`, () => pauseProcess(pid, work)),
  }
}

/** Two files that pause one host take turns: the first to finish would wake it for both. */
async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  const directory = join(tmpdir(), name)
  const take = () => mkdir(directory).then(() => true, isTaken)
  await until(`the lock ${directory}`, take)
  try {
    return await work()
  } finally {
    await rmdir(directory)
  }
}

function isTaken(error: NodeJS.ErrnoException): false {
  if (error.code === 'EEXIST') return false
  throw error
}

async function call<T>(host: string, path: string, body: object): Promise<T> {
  const response = await fetch(host + path, { method: 'POST', body: JSON.stringify(body) })
  const answer = (await response.json()) as T & { error?: string }
  if (response.status !== 200) throw new Error(`the service host failed at ${path}: ${answer.error}`)
  return answer
}

export interface ServiceHost {
  url: string
  stop(): void
}

/** Starts a host for this run's test files. What it writes to standard error is the runner's. */
export async function openHost(caFile: string): Promise<ServiceHost> {
  const { PATH = '', HOME = '', TMPDIR = tmpdir(), NODE_COMPILE_CACHE = '' } = process.env
  const child = spawn(
    process.execPath,
    [
      ...(process.env.PROF ? ['--cpu-prof', '--cpu-prof-dir=/tmp/prof'] : []),
      QUICK_PASSWORDS,
      'test/service/service-host.ts',
    ],
    {
      cwd: ROOT,
      env: { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, NODE_EXTRA_CA_CERTS: caFile },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  const [line] = await Promise.race([
    once(child.stdout.setEncoding('utf8'), 'data'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`the service host ended with code ${code} before it listened`)
    }),
  ])
  return { url: String(line).trim(), stop: () => child.stdin.end() }
}

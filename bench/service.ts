import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, fstatSync, mkdtempSync, openSync, readFileSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureDatabase } from './database.ts'
import { BENCH_SECRET_KEY } from './secrets.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const OPERATOR_TOKEN = 'bench-operator-token-of-32-characters'

/** Variables the service is measured with. */
export const SERVICE = {
  PORT: '0',
  DEMO: '0',
  OPERATOR_TOKEN,
  RATE_LIMIT_PER_KEY: '0',
  RATE_LIMIT_PER_IP: '0',
  LOG_LEVEL: 'info',
  SECRET_KEY: BENCH_SECRET_KEY,
}

export interface Running {
  url: string
  pid: number
  /** Milliseconds from the start of the process to its line "server listening". */
  startMs: number
  /** A text is the lines of an import. */
  operator: <T>(method: string, path: string, body?: object | string) => Promise<T>
  /** What a client posts as JSON; returns the answer's `data`. */
  post: <T>(path: string, body: object, headers?: Record<string, string>) => Promise<T>
  stop: () => Promise<void>
}

/** Starts the service as its user would, limits off, and waits until it serves. */
export function startService(env: Record<string, string>): Promise<Running> {
  return start('src/start.js', { ...SERVICE, ...env })
}

/**
 * Starts a script that prints a JSON line with its `address` when it serves. What it prints goes to a file, as it would
 * where it is run in earnest: a reader on the other end of a pipe would cost the machine more than the writing does.
 */
export async function start(script: string, env: Record<string, string>, args: string[] = []): Promise<Running> {
  if (env.DATABASE_URL) await ensureDatabase(env.DATABASE_URL)
  const begun = performance.now()
  const directory = mkdtempSync(join(tmpdir(), 'parley-bench-log-'))
  const log = join(directory, 'log')
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    env: { ...process.env, ...given },
    stdio: ['ignore', openSync(log, 'a'), 'inherit'],
  })
  let url: string | undefined
  while (!url) {
    if (child.exitCode !== null) throw new Error(`${script} ended with ${child.exitCode} before it served`)
    await new Promise((resolve) => setTimeout(resolve, 5))
    url = /"address":"([^"]+)"/.exec(readFileSync(log, 'utf8'))?.[1]
  }
  let isStopping = false
  const ended = once(child, 'exit').then(([code, signal]) => {
    const said = endOf(log)
    rmSync(directory, { recursive: true })
    // Later measurements would be empty, and a benchmark that waits for them would never end.
    if (!isStopping) throw new Error(`${script} ended by itself (${code ?? signal}), having said:\n${said}`)
  })
  return {
    url,
    pid: child.pid as number,
    startMs: performance.now() - begun,
    operator: (method, path, body) =>
      send(`${url}/operator${path}`, method, body, { authorization: `Bearer ${OPERATOR_TOKEN}` }),
    post: (path, body, headers = {}) => send(url + path, 'POST', body, headers),
    stop: () => {
      isStopping = true
      child.kill('SIGTERM')
      return ended
    },
  }
}

/** The last of what a file says: the whole of a log may be too long for a text. */
function endOf(file: string): string {
  const opened = openSync(file, 'r')
  const bytes = Buffer.alloc(2_000)
  const read = readSync(opened, bytes, 0, bytes.length, Math.max(0, fstatSync(opened).size - bytes.length))
  closeSync(opened)
  return bytes.toString('utf8', 0, read)
}

async function send<T>(
  url: string,
  method: string,
  body: object | string | undefined,
  headers: Record<string, string>,
): Promise<T> {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': typeof body === 'string' ? 'application/x-ndjson' : 'application/json', ...headers },
    ...(body ? { body: typeof body === 'string' ? body : JSON.stringify(body) } : {}),
  })
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`)
  return ((await response.json()) as { data: T }).data
}

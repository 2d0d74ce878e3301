import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const OPERATOR_TOKEN = 'bench-operator-token-of-32-characters'

export interface Running {
  url: string
  pid: number
  process: ChildProcess
  /** Milliseconds from the start of the process to its line "serving". */
  startMs: number
  operator: <T>(method: string, path: string, body?: object | string) => Promise<T>
  stop: () => Promise<void>
}

/** Starts the service as its user would, limits off, and waits until it serves. */
export function startService(env: Record<string, string>): Promise<Running> {
  const settings = {
    PORT: '0',
    DEMO: '0',
    OPERATOR_TOKEN,
    RATE_LIMIT_PER_KEY: '0',
    RATE_LIMIT_PER_IP: '0',
    LOG_LEVEL: 'info',
  }
  return start('src/main.ts', { ...settings, ...env })
}

/** Starts a script that prints a JSON line with its `address` when it serves. */
export async function start(script: string, env: Record<string, string>): Promise<Running> {
  const begun = performance.now()
  const child = spawn(process.execPath, [script], {
    cwd: root,
    env: { ...process.env, ...Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const address = /"address":"([^"]+)"/.exec(line)?.[1]
      if (address) resolve(address)
    })
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code} before it served`)))
  })
  return {
    url,
    pid: child.pid as number,
    process: child,
    startMs: performance.now() - begun,
    async operator<T>(method: string, path: string, body?: object | string) {
      const response = await fetch(`${url}/operator${path}`, {
        method,
        headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
        ...(body ? { body: typeof body === 'string' ? body : JSON.stringify(body) } : {}),
      })
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
      return ((await response.json()) as { data: T }).data
    },
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      }),
  }
}

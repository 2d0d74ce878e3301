import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { claimPort } from '#test/service/claim-port.ts'
import { until } from '#test/until.ts'

// Spec C1: `npm start` starts the service. What stands between npm and it is a shell, which may end by a signal
// without telling anybody.

const isUp = async (address: string) => (await fetch(address).catch(() => undefined))?.status === 200

test('spec C1.1, C1.17: SIGTERM to `npm start` stops the service', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-npm-start-'))
  const port = await claimPort()
  const cwd = fileURLToPath(new URL('../..', import.meta.url))
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, DEMO: '0' }
  const npm = spawn('npm', ['start'], { cwd, env, stdio: 'ignore', detached: true })
  try {
    await until('the service', () => isUp(`http://127.0.0.1:${port}/readyz`))
    const ended = once(npm, 'exit')
    npm.kill('SIGTERM')
    await ended
    await until('its end', async () => !(await isUp(`http://127.0.0.1:${port}/healthz`)))
  } finally {
    try {
      process.kill(-(npm.pid as number), 'SIGKILL')
    } catch {} // nothing of it is left
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
})

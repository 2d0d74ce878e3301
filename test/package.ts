import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { until } from './until.ts'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** Directory of this run of tests, whose TMPDIR it is in and ends with; a file that is run by itself has its own. */
const PLACE = join(tmpdir(), `parley-package-${process.env.TEST_RUN ?? process.pid}`)

if (!process.env.TEST_RUN) after(() => rm(PLACE, { recursive: true, force: true }))

/** The tarball of the service as `npm pack` makes it, made once for a run of tests. */
export function packService(): Promise<string> {
  return makeOnce('parley-chat.tgz', async (tarball, making) => {
    await mkdir(making)
    const { stdout } = await run('npm', ['pack', '--json', `--pack-destination=${making}`], { cwd: ROOT })
    const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('[')))
    await rename(join(making, filename), tarball)
  })
}

/**
 * Installs it with npm, as the Dockerfile says: `bin` and `lib/node_modules`. Nothing of this repository is in reach.
 */
export function installService(): Promise<string> {
  return makeOnce('installed', async (directory, making) => {
    const [step] = readDockerfile().filter(
      ({ name, text }) => name === 'RUN' && text.startsWith('npm install --global'),
    )
    assert.ok(step, 'the Dockerfile installs the package')
    const command = step.text.replace('/opt/parley', making).replace('/tmp/parley-chat-*.tgz', await packService())
    await run('sh', ['-c', command], { cwd: tmpdir(), env: { ...process.env, npm_config_prefer_offline: 'true' } })
    await rename(making, directory)
  })
}

/** What one file of tests makes and the others wait for: `npm pack` run twice at once clears what the other one packs. */
async function makeOnce(name: string, make: (path: string, making: string) => Promise<void>): Promise<string> {
  const [path, making, lock] = [join(PLACE, name), join(PLACE, `${name}-making`), join(PLACE, `${name}-lock`)]
  await mkdir(PLACE, { recursive: true })
  await until(`${name} to be made`, () => existsSync(path) || tryToMake(), 300_000)
  return path

  async function tryToMake(): Promise<boolean> {
    const isOurs = await mkdir(lock).then(
      () => true,
      () => false,
    )
    if (!isOurs) return false
    try {
      if (!existsSync(path)) await make(path, making)
      return true
    } finally {
      await rm(making, { recursive: true, force: true })
      await rm(lock, { recursive: true })
    }
  }
}

/** The Dockerfile's instructions in their order, continued lines joined, comments left out. */
export function readDockerfile(): { name: string; text: string }[] {
  const text = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.map((line) => ({ name: line.split(' ')[0] as string, text: line.slice(line.indexOf(' ') + 1).trim() }))
}

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** Of this run of tests, whose TMPDIR it is in and ends with; a file that is run by itself has its own. */
const PLACE = join(tmpdir(), `parley-package-${process.env.TEST_RUN ?? process.pid}`)

if (!process.env.TEST_RUN) after(() => rm(PLACE, { recursive: true, force: true }))

/** The tarball of the service as `npm pack` makes it, made once for a run of tests. */
export async function packService(): Promise<string> {
  const tarball = join(PLACE, 'parley-chat.tgz')
  if (existsSync(tarball)) return tarball
  const making = join(PLACE, `making-${process.pid}`)
  await mkdir(making, { recursive: true })
  const { stdout } = await run('npm', ['pack', '--json', `--pack-destination=${making}`], { cwd: ROOT })
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('[')))
  await rename(join(making, filename), tarball)
  return tarball
}

/**
 * Where npm installed it, as the Dockerfile says: `bin` and `lib/node_modules`. Nothing of this repository is in reach.
 */
export async function installService(): Promise<string> {
  const directory = join(PLACE, 'installed')
  if (existsSync(directory)) return directory
  const making = join(PLACE, `installing-${process.pid}`)
  const [step] = readDockerfile().filter(({ name, text }) => name === 'RUN' && text.startsWith('npm install --global'))
  assert.ok(step, 'the Dockerfile installs the package')
  const command = step.text.replace('/opt/parley', making).replace('/tmp/parley-chat-*.tgz', await packService())
  await run('sh', ['-c', command], { cwd: tmpdir(), env: { ...process.env, npm_config_prefer_offline: 'true' } })
  await rename(making, directory)
  return directory
}

/** The Dockerfile's instructions in their order, continued lines joined, comments left out. */
export function readDockerfile(): { name: string; text: string }[] {
  const text = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.map((line) => ({ name: line.split(' ')[0] as string, text: line.slice(line.indexOf(' ') + 1).trim() }))
}

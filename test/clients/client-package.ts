import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'vite'

export const run = promisify(execFile)
export const CLIENT = fileURLToPath(new URL('../../packages/client', import.meta.url))

/** A directory with the client installed as `npm pack` gives it away. Deleted after the test file. */
export async function installClient(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'parley-client-'))
  after(() => rm(directory, { recursive: true, force: true }))
  const { stdout } = await run('npm', ['pack', '--json', `--pack-destination=${directory}`], { cwd: CLIENT })
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('[')))
  const modules = join(directory, 'node_modules')
  await mkdir(modules)
  await run('tar', ['xzf', join(directory, filename), '-C', modules])
  await rename(join(modules, 'package'), join(modules, 'parley-client'))
  // Its one dependency, as npm would install it beside it.
  await symlink(join(CLIENT, '../../node_modules', 'openapi-fetch'), join(modules, 'openapi-fetch'))
  await writeFile(join(directory, 'package.json'), '{"private": true, "type": "module"}')
  return directory
}

/** The installed client as one minified module, everything it exports included. */
export async function bundleClient(directory: string, entry = 'parley-client'): Promise<string> {
  const result = await build({
    root: directory,
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: true,
      lib: { entry: join(directory, 'entry.js'), formats: ['es'], fileName: 'client' },
    },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === join(directory, 'entry.js') ? id : null),
        load: (id) => (id === join(directory, 'entry.js') ? `export * from '${entry}'` : null),
      },
    ],
  })
  const [first] = [result].flat() as { output: { code: string }[] }[]
  if (first?.output.length !== 1) throw new Error('the client is more than one file')
  return (first.output[0] as { code: string }).code
}

import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'

// Bundles what the AI agent asks models with: of 30 MB that npm would install, a small part is ever run. The rest of the
// service stays as it is written (docs/decisions/0060-type-stripped-package.md).

const root = fileURLToPath(new URL('..', import.meta.url))

/** Packages that are carried, and the files they are carried in. */
export const VENDORED: Record<string, string> = {
  ai: 'ai',
  '@ai-sdk/anthropic': 'ai-sdk-anthropic',
  '@ai-sdk/openai-compatible': 'ai-sdk-openai-compatible',
}

/** Writes the bundles, and the licences of all that is in them, to a directory. */
export async function writeVendored(directory: string): Promise<void> {
  const input = Object.fromEntries(
    Object.entries(VENDORED).map(([name, file]) => [file, fileURLToPath(import.meta.resolve(name))]),
  )
  const output = (await build({
    configFile: false,
    root,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: directory,
      emptyOutDir: true,
      target: 'node24',
      rolldownOptions: { input, output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' } },
    },
  })) as Rolldown.RolldownOutput
  const modules = output.output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []))
  const packages = new Set(modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id) ?? []))
  writeFileSync(join(directory, 'LICENSES.txt'), [...packages].sort().map(licenceOf).join('\n'))
}

function licenceOf(directory: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'))
  const [file] = globSync('{LICENSE,LICENCE,License,license}*', { cwd: directory })
  const text = file && existsSync(join(directory, file)) ? readFileSync(join(directory, file), 'utf8') : `${license}\n`
  return `${name} ${version}\n\n${text}`
}

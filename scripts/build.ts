import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { isBuilt, readSources, type Sources } from './stamp.ts'

// `npm start`, `npm test` and `npm ci` build what is missing or stale. The browser's code,
// `sdk/` (the storefront) and `web/` (the inbox), is built into `dist/` by Vite, each by its own vite.config.ts; what the
// documentation loads is taken from its packages. The service is built into `lib/` (build-service.ts).

const root = fileURLToPath(new URL('..', import.meta.url))
/** What a change of means to build again, wherever. */
const TOOLS = ['package-lock.json', 'scripts/build.ts', 'scripts/stamp.ts']
/** Files of the service that browsers run too. */
const SHARED = [
  'src/base/colour.ts',
  'src/base/format-blocks.ts',
  'src/base/formatting.ts',
  'src/base/links.ts',
  'src/base/opening-hours.ts',
  'src/base/zoned-time.ts',
  'src/core/limits.ts',
]
const ROOMS: Record<string, Sources> = {
  sdk: { folders: ['sdk'], files: [...TOOLS, ...SHARED] },
  web: { folders: ['web'], files: [...TOOLS, ...SHARED, 'sdk/frame/i18n/en.ts'] },
}
const SERVICE: Sources = { folders: ['src'], files: [...TOOLS, 'package.json', 'scripts/build-service.ts'] }
const DOCS: Sources = { files: TOOLS }

interface HowToBuild {
  always?: boolean
}

/** Builds the browser's code and the service where they are stale; returns what was. */
export async function buildAll(): Promise<string[]> {
  return [...(await buildBrowserCode()), ...(await buildStale('lib', SERVICE, {}, buildService))]
}

/** Builds each room whose sources changed since it was last built; returns which ones those were. */
export async function buildBrowserCode(how: HowToBuild = {}): Promise<string[]> {
  const built: string[] = []
  for (const [room, sources] of Object.entries(ROOMS)) {
    built.push(...(await buildStale(`dist/${room}`, sources, how, (folder) => buildRoom(room, folder))))
  }
  return [...built, ...(await buildStale('dist/docs', DOCS, how, buildDocs))]
}

/** `build` imports what it builds with, which would cost each start a third of a second. */
async function buildStale(
  folder: string,
  sources: Sources,
  { always = false }: HowToBuild,
  build: (folder: string) => Promise<void>,
): Promise<string[]> {
  if (!always && isBuilt(folder, sources)) return []
  process.stderr.write(`building ${folder}/ …\n`)
  const stamp = readSources(sources)
  await build(join(root, folder))
  stamp(folder)
  return [folder]
}

async function buildRoom(room: string, folder: string): Promise<void> {
  const { build } = await import('vite')
  await build({ root: join(root, room), configFile: join(root, room, 'vite.config.ts'), logLevel: 'warn' })
  compress(folder)
}

async function buildService(folder: string): Promise<void> {
  const { joinModules } = await import('./build-service.ts')
  await joinModules(folder)
}

/**
 * Takes Scalar's bundle for the API reference and MiniSearch for the guides from their packages.
 * Scalar's Fastify plugin contains the bundle but serves it over HTTP only, so this requests it there.
 */
async function buildDocs(folder: string): Promise<void> {
  const [{ default: scalar }, { default: Fastify }] = await Promise.all([
    import('@scalar/fastify-api-reference'),
    import('fastify'),
  ])
  const app = Fastify()
  await app.register(scalar, { routePrefix: '/', configuration: { url: '/openapi.json' } })
  const { rawPayload } = await app.inject('/js/scalar.js')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'scalar.js'), rawPayload)
  const { minify } = await import('vite')
  const library = fileURLToPath(import.meta.resolve('minisearch'))
  const { code } = await minify('minisearch.js', readFileSync(library, 'utf8'), { module: true })
  writeFileSync(join(folder, 'minisearch.js'), code)
  compress(folder)
}

/** Puts the two compressed forms that browsers take beside each file: made here once, not for each request. */
function compress(directory: string): void {
  for (const name of globSync('**/*.{js,css,svg,html,ts,json,webmanifest}', { cwd: directory })) {
    const path = join(directory, name)
    const bytes = readFileSync(path)
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildBrowserCode({ always: true })

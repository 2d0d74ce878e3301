import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

// The browser's code: `sdk/` (the storefront) and `web/` (the inbox) are built into `dist/` by Vite, each by its own
// vite.config.ts; what the documentation loads is taken from its packages. `npm start` and `npm test` build what is missing or stale; `npm run build` builds everything.

const root = fileURLToPath(new URL('..', import.meta.url))
const ROOMS = ['sdk', 'web'] as const
/** Files of the service that browsers run too. */
const SHARED = ['src/base/links.ts', 'src/base/opening-hours.ts', 'src/base/zoned-time.ts', 'src/core/limits.ts']
/** What a room bundles from elsewhere. */
const BORROWED: Record<string, string[]> = { sdk: SHARED, web: [...SHARED, 'sdk/frame/i18n/en.ts'] }

/** Builds each room whose sources changed since it was last built; returns which ones those were. */
export async function buildBrowserCode({ always = false } = {}): Promise<string[]> {
  const built: string[] = []
  for (const room of ROOMS) {
    if (!existsSync(join(root, room, 'vite.config.ts'))) continue
    const stampFile = join(root, 'dist', room, '.stamp')
    const stamp = hashSources(room)
    if (!always && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) continue
    process.stderr.write(`building ${room}/ …\n`)
    const { build } = await import('vite') // only when needed: it would cost each start a third of a second
    await build({ root: join(root, room), configFile: join(root, room, 'vite.config.ts'), logLevel: 'warn' })
    mkdirSync(join(root, 'dist', room), { recursive: true })
    compress(join(root, 'dist', room))
    writeFileSync(stampFile, stamp)
    built.push(room)
  }
  if (await buildDocs(always)) built.push('docs')
  return built
}

/**
 * Takes Scalar's bundle for the API reference and MiniSearch for the guides from their packages, once for each version.
 * Scalar's Fastify plugin contains the bundle but serves it over HTTP only, so this requests it there.
 */
async function buildDocs(always: boolean): Promise<boolean> {
  const folder = join(root, 'dist/docs')
  const stampFile = join(folder, '.stamp')
  const stamp = hashVersions('@scalar/fastify-api-reference', 'minisearch')
  if (!always && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return false
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
  writeFileSync(stampFile, stamp)
  return true
}

/** The installed versions of packages, with this file's own contents. */
function hashVersions(...names: string[]): string {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const hash = createHash('sha256')
  for (const name of names) hash.update(`${name} ${packages[`node_modules/${name}`].version}\n`)
  return hash.update(readFileSync(fileURLToPath(import.meta.url))).digest('hex')
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

/** Contents rather than times, which a checkout makes new; and the versions of what is bundled. */
function hashSources(room: string): string {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  hash.update(readFileSync(fileURLToPath(import.meta.url)))
  const files = globSync([`${room}/**/*.{ts,tsx,css,html,json,svg,png,webmanifest}`, ...(BORROWED[room] ?? [])], {
    cwd: root,
  })
  for (const file of files.filter((name) => !name.includes('.test.')).sort()) {
    hash.update(`\n${file}\n`).update(readFileSync(join(root, file)))
  }
  return hash.digest('hex')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildBrowserCode({ always: true })

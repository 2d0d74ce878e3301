import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

// The browser's code: `sdk/` (the storefront) and `web/` (the inbox) are built into `dist/` by Vite, each by its own
// vite.config.ts; the API reference's is taken from its package. `npm start` and `npm test` build what is missing or stale; `npm run build` builds everything.

const root = fileURLToPath(new URL('..', import.meta.url))
const ROOMS = ['sdk', 'web'] as const
/** What a room bundles from elsewhere. */
const BORROWED: Record<string, string[]> = {
  sdk: ['src/core/limits.ts'],
  web: ['src/core/limits.ts', 'sdk/frame/i18n/en.ts'],
}

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
  if (await buildReference(always)) built.push('docs')
  return built
}

/**
 * Scalar's bundle for the API reference. Its Fastify plugin carries it but hands it out over HTTP only, so it is asked
 * here, once for each version.
 */
async function buildReference(always: boolean): Promise<boolean> {
  const folder = join(root, 'dist/docs')
  const stampFile = join(folder, '.stamp')
  const stamp = scalarVersion()
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
  compress(folder)
  writeFileSync(stampFile, stamp)
  return true
}

/** The version that package.json pins exactly, with this file's own contents. */
function scalarVersion(): string {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const hash = createHash('sha256').update(devDependencies['@scalar/fastify-api-reference'])
  return hash.update(readFileSync(fileURLToPath(import.meta.url))).digest('hex')
}

/** Puts the two compressed forms that browsers take beside each file: made here once, not for each request. */
function compress(directory: string): void {
  for (const name of globSync('**/*.{js,css,svg,html,ts,json}', { cwd: directory })) {
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

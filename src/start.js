// `npm start` begins here: browser code is built where it is missing or stale, and compiled code is kept between starts,
// which makes the next one quicker and smaller.
// JavaScript, because it has to run before the first TypeScript file is read.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/parley/compiled', import.meta.url)))

const { buildBrowserCode } = await import('../scripts/build.ts')
await buildBrowserCode()
await import('./main.ts')

// `npm start` begins here: what is missing or stale is built, and compiled code is kept between starts, which makes the
// next one quicker and smaller.
// JavaScript, because it has to run before the first TypeScript file is read.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/parley/compiled', import.meta.url)))

// npm hands SIGTERM to the shell that it starts this in; many shells end by it and tell nobody. What npm started ends with it.
if (process.env.npm_lifecycle_event === 'start') {
  const { ppid } = process
  const watch = setInterval(() => {
    if (process.ppid === ppid) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 100).unref()
}

const { buildAll } = await import('../scripts/build.ts')
await buildAll()
await import('../lib/main.js')

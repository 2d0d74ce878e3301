import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { relativeLengths } from './relative-lengths.ts'

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))

interface Modules {
  getModuleInfo(id: string): { isEntry: boolean; importers: string[] } | null
}

const known = new Map<string, boolean>()

/** Whether a module is loaded with the page: nothing between it and the page's own is imported on demand. */
function isFirst(id: string, modules: Modules): boolean {
  const answer = known.get(id)
  if (answer !== undefined) return answer
  known.set(id, false) // a circle leads nowhere new
  const info = modules.getModuleInfo(id)
  const is =
    info !== null && ((info.isEntry && !id.includes('/worker/')) || info.importers.some((by) => isFirst(by, modules)))
  known.set(id, is)
  return is
}

export default defineConfig({
  root: file('.'),
  base: '/inbox/',
  oxc: { jsx: { runtime: 'automatic' } },
  // The page's policy allows no inline code and no data: scripts.
  build: {
    outDir: file('../dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: file('index.html'), worker: file('worker/worker.ts') },
      // A browser knows its service worker by the address alone, and asks for what is there now.
      output: {
        entryFileNames: ({ name }) => (name === 'worker' ? 'push/worker.js' : 'assets/[name]-[hash].js'),
        // One file for all that the first page needs: forty of them would be compressed apart, and are 4 KB more.
        codeSplitting: { groups: [{ debugName: 'app', name: (id, modules) => (isFirst(id, modules) ? 'app' : null) }] },
      },
      // TanStack Query marks its files for React's server components, of which there are none here.
      onLog(level, log, handle) {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log)
      },
    },
  },
  plugins: [relativeLengths()],
})

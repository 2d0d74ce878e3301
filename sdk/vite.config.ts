import { copyFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build, defineConfig, type Plugin } from 'vite'

// What the server's half may rely on, all under dist/sdk/ (beside scripts/build.ts's .stamp, which is kept):
//
//   sdk.js                      the shop page's script: classic, one file, no imports, no styles of its own
//   parley.d.ts                 its types, for shop developers
//   frame/.vite/manifest.json   Vite's manifest; its entry is the key `frame/main.tsx`, with `file`
//   frame/assets/*              the frame's modules, named after their contents: cache them forever
//
// The frame's page needs one element: <script type="module" src="{where frame/ is served}/{file of the entry}">.
// Modules find one another by relative addresses, wherever they are mounted. Styles are inside the modules and applied
// by constructable stylesheets, so that the page's policy needs no `style-src 'unsafe-inline'`.

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const target = 'es2022'

const script: Plugin = {
  name: 'parley-script',
  async closeBundle() {
    await build({
      configFile: false,
      root: here('.'),
      logLevel: 'warn',
      build: {
        target,
        outDir: here('../dist/sdk'),
        emptyOutDir: false,
        copyPublicDir: false,
        rolldownOptions: {
          input: here('page/main.ts'),
          output: { format: 'iife', entryFileNames: 'sdk.js' },
        },
      },
    })
    copyFileSync(here('parley.d.ts'), here('../dist/sdk/parley.d.ts'))
  },
}

export default defineConfig({
  base: './',
  plugins: [script],
  build: {
    target,
    outDir: here('../dist/sdk/frame'),
    emptyOutDir: true,
    manifest: true,
    modulePreload: false,
    assetsInlineLimit: 0,
    rolldownOptions: { input: here('frame/main.tsx') },
  },
})

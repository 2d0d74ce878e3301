import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { VENDORED, writeVendored } from './vendor.ts'

// Runs before `npm pack`: makes lib/, the service as JavaScript, for Node runs no TypeScript below node_modules. Each file
// of src/ keeps its place, its lines and its columns: types become spaces, `.ts` in relative imports becomes `.js`, and a
// package.json there says where #room/… leads. What is carried in lib/vendor is imported from there. docs/decisions/0060-type-stripped-package.md says why.

const root = fileURLToPath(new URL('..', import.meta.url))
const lib = join(root, 'lib')
/** What is imported of packages. */
const PACKAGES = /(\bfrom |\bimport\()(['"])([\w@/-]+)\2/g
/** A relative path to a TypeScript file, in quotes: imports, and the files that threads begin with. */
const RELATIVE = /(['"])(\.{1,2}\/[\w./-]+)\.ts\1/g

rmSync(lib, { recursive: true, force: true })
const files = globSync('**/*', { cwd: join(root, 'src'), withFileTypes: true })
  .filter((entry) => entry.isFile() && !entry.name.includes('.test.') && entry.name !== 'start.js')
  .map((entry) => join(entry.parentPath, entry.name))

for (const file of files) {
  const target = file.replace(join(root, 'src'), lib).replace(/\.ts$/, '.js')
  mkdirSync(dirname(target), { recursive: true })
  if (!file.endsWith('.ts')) cpSync(file, target)
  else writeFileSync(target, toJavaScript(file))
}

await writeVendored(join(lib, 'vendor'))

const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { imports: Record<string, string> }
const compiled = Object.entries(imports)
  .filter(([, path]) => path.startsWith('./src/'))
  .map(([name, path]) => {
    const place = path.replace('./src/', './').replace(/\.ts$/, '.js')
    return name.endsWith('*') ? [`${name}.ts`, `${place}.js`] : [name, place]
  })
const manifest = { type: 'module', imports: Object.fromEntries([...compiled, ['#vendor/*', './vendor/*']]) }
writeFileSync(join(lib, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)

function toJavaScript(file: string): string {
  const text = stripTypeScriptTypes(readFileSync(file, 'utf8')).replace(RELATIVE, (_, quote, path: string) => {
    if (!existsSync(join(dirname(file), `${path}.ts`))) throw new Error(`${file} names ${path}.ts, which is not there`)
    return `${quote}${path}.js${quote}`
  })
  return text.replace(PACKAGES, (whole, before: string, quote: string, name: string) => {
    const file = VENDORED[name]
    return file === undefined ? whole : `${before}${quote}#vendor/${file}.js${quote}`
  })
}

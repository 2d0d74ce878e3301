import { cpSync, existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'

// Builds the service as `npm start` and the package run it: as JavaScript, because Node runs no TypeScript below
// node_modules, in few files, because many take long to load (docs/decisions/0119-join-modules.md).

const root = fileURLToPath(new URL('..', import.meta.url))
const src = join(root, 'src')
/** What is started by its path: the service, the command line, and threads. */
const ENTRIES = [
  'main',
  'cli/parley',
  'database/embedded/worker',
  'channels/email/reader/worker',
  'core/article-import/reading/worker',
]
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { dependencies: object }
/**
 * Dependencies stay packages, which users can update; but each start would look for TypeBox's 373 files. What is no
 * dependency is joined as well, because a small part of it is ever run: of the 30 MB of `ai` and its providers, the 11 MB
 * of Redis's commands, and the 8 MB with which `@fastify/static` lists folders.
 */
const PACKAGES = Object.keys(dependencies).filter((name) => name !== 'typebox')
/** Stands for the way from a built file to the folder they are built into. */
const HERE = '%HERE%'

/** Tells each module where it would lie if it were not joined: modules find files and threads by their own place. */
const keepPlaces: Plugin = {
  name: 'keep-places',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(src)) return
    return code
      .replaceAll(/(?<=new URL\('[\w./-]+)\.ts(?=', import\.meta\.url\))/g, '.js')
      .replaceAll('import.meta.url', `new URL('${HERE}${id.slice(src.length)}', import.meta.url).href`)
  },
  renderChunk: (code, { fileName }) => code.replaceAll(HERE, relative(dirname(fileName), '.') || '.'),
}

/** Builds the service into `folder`, where it replaces what is there. */
export async function joinModules(folder: string): Promise<void> {
  const making = `${folder}.making-${process.pid}`
  const { output } = (await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [keepPlaces],
    ssr: { noExternal: true, external: PACKAGES },
    build: {
      ssr: true,
      outDir: making,
      target: 'node24',
      rolldownOptions: {
        input: Object.fromEntries(ENTRIES.map((name) => [name, join(src, `${name}.ts`)])),
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })) as Rolldown.RolldownOutput
  for (const name of globSync('**/{browser,data}/*', { cwd: src })) cpSync(join(src, name), join(making, name))
  cpSync(join(src, 'surfaces/graphql/schema.graphql'), join(making, 'surfaces/graphql/schema.graphql'))
  const modules = output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []))
  const packages = new Set(modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id) ?? []))
  writeFileSync(join(making, 'LICENSES.txt'), [...packages].sort().map(licenceOf).join('\n'))
  rmSync(folder, { recursive: true, force: true })
  renameSync(making, folder)
}

function licenceOf(directory: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'))
  const [file] = globSync('{LICENSE,LICENCE,License,license}*', { cwd: directory })
  const text = file && existsSync(join(directory, file)) ? readFileSync(join(directory, file), 'utf8') : `${license}\n`
  return `${name} ${version}\n\n${text}`
}

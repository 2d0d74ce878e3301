import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { type File, once, toFile } from '#surfaces/http/made-file.ts'
import { DOCS, HOME } from './navigation.ts'

type Making = () => Promise<File>

interface ServedGuides {
  home: Making
  search: Making
  /** Pages and the files that they show, by their path below docs/: as a browser and as a program get them. */
  byPath: Map<string, { page: Making; source: Making }>
}

/** Types of files that guides show; others are text. */
const TYPES: Record<string, string> = { '.webp': 'image/webp', '.png': 'image/png', '.svg': 'image/svg+xml' }
const HTML = 'text/html; charset=utf-8'

/** Reads the guides for the service, where each page has the address /docs/ and its path in docs/. Each is made once, when it is asked for. */
export async function readServedGuides(): Promise<ServedGuides> {
  const { readGuides } = await import('./guides.ts')
  const site = await readGuides(
    {
      addressOf: (path) => `/docs/${path}`,
      links: [
        { title: 'API reference', address: '/docs/reference' },
        { title: 'GraphQL explorer', address: '/docs/graphql' },
      ],
    },
    '/docs/',
  )
  const pages = site.pages.map((path) => {
    const page = once(async () => toFile(HTML, site.render(path)))
    return [
      path,
      { page, source: once(async () => toFile('text/markdown; charset=utf-8', site.sourceOf(path))) },
    ] as const
  })
  const files = site.files.map((path) => {
    const type = TYPES[extname(path)] ?? 'text/plain; charset=utf-8'
    const file = once(async () => toFile(type, await readFile(new URL(path, DOCS))))
    return [path, { page: file, source: file }] as const
  })
  return {
    home: once(async () => toFile(HTML, site.render(HOME, '/docs'))),
    search: once(async () => toFile('application/json; charset=utf-8', await site.indexSections())),
    byPath: new Map([...pages, ...files]),
  }
}

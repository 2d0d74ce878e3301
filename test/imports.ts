import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The source files and who imports whom, for src/architecture.test.ts. Paths are relative to the repository. */

export const ROOT = fileURLToPath(new URL('..', import.meta.url))

export interface SourceFile {
  path: string
  text: string
  imports: { specifier: string; target: string }[]
}

/** The sources below these folders, tests aside. */
export function readSources(folders: string[]): SourceFile[] {
  return globSync(`{${folders.join(',')}}/**/*.{ts,tsx}`, { cwd: ROOT })
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .map((path) => {
      const text = readFileSync(join(ROOT, path), 'utf8')
      const specifiers = [...text.matchAll(/(?:from|import|import\()\s*'([^']+)'/g)].map((match) => match[1] as string)
      return { path, text, imports: specifiers.flatMap((specifier) => resolve(path, specifier)) }
    })
}

/** A specifier's target; packages and Node's own modules have none. */
function resolve(from: string, specifier: string): { specifier: string; target: string }[] {
  if (specifier === '#config') return [{ specifier, target: 'src/config/config.ts' }]
  if (specifier.startsWith('#')) return [{ specifier, target: `src/${specifier.slice(1)}` }]
  if (!specifier.startsWith('.')) return []
  return [{ specifier, target: relative(ROOT, join(ROOT, dirname(from), specifier)) }]
}

export type Graph = Map<string, Set<string>>

export function fileGraph(files: SourceFile[]): Graph {
  return new Map(files.map(({ path, imports }) => [path, new Set(imports.map(({ target }) => target))]))
}

/** Folders instead of files. A folder and those inside it are one subject: arrows between them do not count. */
export function folderGraph(files: SourceFile[]): Graph {
  const graph: Graph = new Map()
  const isInside = (inner: string, outer: string) => `${inner}/`.startsWith(`${outer}/`)
  for (const { path, imports } of files) {
    const from = dirname(path)
    const targets = graph.get(from) ?? new Set()
    graph.set(from, targets)
    for (const to of imports.map(({ target }) => dirname(target))) {
      if (!isInside(from, to) && !isInside(to, from)) targets.add(to)
    }
  }
  return graph
}

/** The groups of nodes that import each other in a circle (strongly connected components), each sorted. */
export function circles(graph: Graph): string[][] {
  const reach = (from: string, edges: (node: string) => Iterable<string>) => {
    const seen = new Set<string>()
    const open = [...edges(from)]
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (seen.has(node)) continue
      seen.add(node)
      open.push(...edges(node))
    }
    return seen
  }
  const forward = (node: string) => graph.get(node) ?? []
  const importers: Graph = new Map()
  for (const [from, targets] of graph) {
    for (const to of targets) importers.set(to, (importers.get(to) ?? new Set()).add(from))
  }
  const backward = (node: string) => importers.get(node) ?? []
  const found: string[][] = []
  const done = new Set<string>()
  for (const node of graph.keys()) {
    if (done.has(node)) continue
    const after = reach(node, forward)
    if (!after.has(node)) continue
    const before = reach(node, backward)
    const circle = [...after].filter((other) => before.has(other)).sort()
    for (const each of circle) done.add(each)
    found.push(circle)
  }
  return found
}

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

// A folder that is built has a stamp: the hash of what it was built from, and when that was read (in the file: a copy has a time
// of its own).

const root = fileURLToPath(new URL('..', import.meta.url))

/** Folders, tests in them left out, and files, by their paths from the root. What builds them belongs to them. */
export interface Sources {
  folders?: string[]
  files: string[]
}

/** The clock of a file system may be behind the system's. */
const CLOCK_MS = 100

const stampOf = (folder: string) => join(root, folder, '.stamp')

/**
 * Whether a folder was built from its sources as they are now. Nothing sets the time back at which a file, or a folder's list
 * of names, last changed. Where one is later than the stamp their contents decide: a checkout makes times new, too.
 */
export function isBuilt(folder: string, sources: Sources): boolean {
  const stamp = stampOf(folder)
  if (!existsSync(stamp)) return false
  const [built, readAt] = readFileSync(stamp, 'utf8').split(' ')
  const entries = [...(sources.folders ?? []), ...list(sources).map(({ path }) => path)]
  if (entries.every((path) => statSync(join(root, path)).ctimeMs < Number(readAt))) return true
  return built === hash(sources)
}

/** Reads the sources before they are built; the function it returns stamps the folder. */
export function readSources(sources: Sources): (folder: string) => void {
  const stamp = `${hash(sources)} ${Date.now() - CLOCK_MS}`
  return (folder) => writeFileSync(stampOf(folder), stamp)
}

function hash(sources: Sources): string {
  const hash = createHash('sha256')
  for (const { path, isFile } of list(sources)) {
    if (isFile) hash.update(`\n${path}\n`).update(readFileSync(join(root, path)))
  }
  return hash.digest('hex')
}

function list({ folders = [], files }: Sources): { path: string; isFile: boolean }[] {
  const entries = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true }).map((entry) => ({
      path: relative(root, join(entry.parentPath, entry.name)),
      isFile: entry.isFile(),
    })),
  )
  return [...files.map((path) => ({ path, isFile: true })), ...entries]
    .filter(({ path }) => !path.includes('.test.'))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
}

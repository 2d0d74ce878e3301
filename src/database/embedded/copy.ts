import { constants } from 'node:fs'
import { copyFile, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Files copied at a time: as many as Node has threads for. */
const AT_A_TIME = 4
/** Segments of the write-ahead log: the newest few are needed, the others wait to be used again. */
const SEGMENT = /^pg_wal\/[0-9A-F]{24}$/

/**
 * Copies a database's files while nothing runs on it, just after a checkpoint. Of the write-ahead log only what that
 * checkpoint needs, from the segment `redo` on to `current`: the others are most of a small store's bytes.
 */
export async function copyDatabase(from: string, to: string, log: { redo: string; current: string }): Promise<void> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true })
  const paths = entries.map((entry) => ({ entry, path: join(entry.parentPath, entry.name).slice(from.length + 1) }))
  for (const { entry, path } of paths) if (entry.isDirectory()) await mkdir(join(to, path), { recursive: true })
  const isNeeded = (path: string) => {
    const segment = path.slice('pg_wal/'.length)
    return !SEGMENT.test(path) || (segment >= log.redo && segment <= log.current)
  }
  const files = paths.filter(({ entry, path }) => entry.isFile() && isNeeded(path))
  const copyNext = async () => {
    for (let next = files.pop(); next; next = files.pop()) {
      await copyFile(join(from, next.path), join(to, next.path), constants.COPYFILE_FICLONE)
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, copyNext))
}

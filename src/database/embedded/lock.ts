import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another process serves from this directory. */
export class DirectoryInUse extends Error {}

/**
 * Takes a data directory for this process, or throws `DirectoryInUse`. The lock is the operating system's own, on a
 * small SQLite file: it ends with the process however that dies, so there is no stale lock to clean up.
 * Returns the function that releases it.
 */
export function lockDirectory(directory: string): () => void {
  const file = new DatabaseSync(join(directory, 'lock'))
  try {
    file.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch {
    file.close()
    throw new DirectoryInUse(
      `DATA_DIR ${directory} is in use by another Parley process; stop it, or give this one another DATA_DIR, or DATABASE_URL`,
    )
  }
  return () => file.close()
}

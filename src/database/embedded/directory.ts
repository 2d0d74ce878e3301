import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/**
 * Makes a directory, and those above it, where it is missing. Throws where that cannot be done: Node's own way to make
 * several at once never ends in a file system that takes none, such as /proc.
 */
export function makeDirectory(path: string): void {
  const directory = resolve(path)
  if (existsSync(directory)) return
  makeDirectory(dirname(directory))
  try {
    mkdirSync(directory)
  } catch (error) {
    // Made by another process in this moment.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

const OTHERS = 0o077

/**
 * Takes a directory, with all that is in it, from the machine's other accounts: 0700 for directories, 0600 for files.
 * Throws EPERM where something that others can reach belongs to another account.
 */
export function makePrivate(directory: string): void {
  closeToOthers(directory, 0o700)
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) makePrivate(path)
    else if (entry.isFile()) closeToOthers(path, 0o600)
  }
}

/** Sets the mode of a file or directory that other accounts can reach. Throws EPERM where it is another account's. */
export function closeToOthers(path: string, mode: number): void {
  if ((statSync(path).mode & OTHERS) !== 0) chmodSync(path, mode)
}

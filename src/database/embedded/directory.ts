import { existsSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

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

import { unzipSync } from 'fflate'

/** A file of an archive. */
export interface PackedFile {
  path: string
  bytes: Uint8Array
}

/** Files of an archive that are read; bytes of one, and of all, once they are unpacked. */
const FILES_MAX = 5_000
const FILE_MAX = 10 * 1024 * 1024
const ALL_MAX = 200 * 1024 * 1024

const WANTED = /\.(md|markdown|png|jpe?g|gif|webp|avif|bmp|tiff?|zip)$/i
/** What systems add to archives. */
const HIDDEN = /(^|\/)(\.|__MACOSX\/)/

/** The Markdown files and pictures of an archive; Notion puts archives into one. Throws for a broken or too large one. */
export function unpack(bytes: Uint8Array): PackedFile[] {
  let left = ALL_MAX
  const open = (archive: Uint8Array, isInner: boolean): PackedFile[] => {
    let count = 0
    const files = unzipSync(archive, {
      filter({ name, originalSize }) {
        if (!WANTED.test(name) || HIDDEN.test(name) || (isInner && /\.zip$/i.test(name))) return false
        left -= originalSize
        if (++count > FILES_MAX || left < 0) throw new Error('The archive holds more than is imported at once.')
        return originalSize <= FILE_MAX || /\.zip$/i.test(name)
      },
    })
    return Object.entries(files).flatMap(([path, content]) =>
      /\.zip$/i.test(path) ? open(content, true) : [{ path, bytes: content }],
    )
  }
  return open(bytes, false)
}

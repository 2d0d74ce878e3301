import { readFile, stat } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'

/** Files of a certificate, with those between it and its authority, and of its key, in PEM. */
export interface CertificateFiles {
  cert: string
  key: string
}

/** A certificate that is renewed while the door is open: read again when one of its files has changed. */
export class Certificate {
  readonly #files: CertificateFiles
  #stamp = ''

  constructor(files: CertificateFiles) {
    this.#files = files
  }

  /**
   * What is in the files now; null where that is what was read last. Rejects where they cannot be read or do not belong
   * together, as while they are being written: then the next call tries again.
   */
  async readChanged(): Promise<CertificateFiles | null> {
    const paths = [this.#files.cert, this.#files.key]
    const found = await Promise.all(paths.map((path) => stat(path)))
    const stamp = found.map(({ mtimeMs, size, ino }) => `${mtimeMs} ${size} ${ino}`).join()
    if (stamp === this.#stamp) return null
    const [cert, key] = (await Promise.all(paths.map((path) => readFile(path, 'utf8')))) as [string, string]
    createSecureContext({ cert, key }) // throws where they do not belong together
    this.#stamp = stamp
    return { cert, key }
  }
}

import type { IncomingFile } from './incoming.ts'

/** Files of a message that is written already; they could not be fetched or stored then. */
export interface LateFiles {
  /** The provider's id of the message. */
  externalId: string
  files: IncomingFile[]
}

/** As a payload of the queue; bytes that are here already are kept in it. */
export function packLateFiles({ externalId, files }: LateFiles): Buffer {
  const packed = files.map(({ bytes, ...file }) => ({ ...file, ...(bytes && { base64: bytes.toString('base64') }) }))
  return Buffer.from(JSON.stringify({ externalId, files: packed }))
}

export function readLateFiles(payload: Buffer): LateFiles {
  const { externalId, files } = JSON.parse(payload.toString('utf8'))
  return {
    externalId,
    files: files.map(({ base64, ...file }: IncomingFile & { base64?: string }) => ({
      ...file,
      ...(base64 !== undefined && { bytes: Buffer.from(base64, 'base64') }),
    })),
  }
}

import { buffer } from 'node:stream/consumers'
import type { IncomingFile } from '#channels/incoming.ts'
import { ParleyError } from '#core/errors.ts'
import type { FileStore } from '#core/files/files.ts'
import { INCOMING_FILES_MAX } from '#core/limits.ts'
import type { Shop } from '#database/database.ts'

/**
 * Keeps the files of a message under the product's rules for files. Rejected files are listed by name and reason: the
 * words came with it, and are not refused for it. A provider that does not give a file is asked again later, unless
 * `givesUp`.
 */
export async function keepFiles(
  shop: Shop,
  store: FileStore,
  files: readonly IncomingFile[],
  { fetchFile, givesUp }: { fetchFile: (file: IncomingFile) => Promise<Buffer>; givesUp: boolean },
): Promise<{ files: string[]; refusedFiles: string[] }> {
  const kept: string[] = []
  const refused: string[] = []
  for (const file of files) {
    if (kept.length >= INCOMING_FILES_MAX) {
      refused.push(`“${file.name}” was not kept: a message has at most ${INCOMING_FILES_MAX} files.`)
      continue
    }
    const bytes = file.bytes ?? (await fetchFile(file).catch((error: Error) => orNothing(error, givesUp)))
    if (!bytes) {
      refused.push(`“${file.name}” was not kept: the provider does not give it.`)
      continue
    }
    try {
      const sent = { name: file.name, body: once(bytes), visitorId: null, memberId: null }
      const taken = await store.take({ shop }, sent, { isIncoming: true })
      kept.push(taken.id)
    } catch (error) {
      if (!(error instanceof ParleyError)) throw error
      refused.push(`“${file.name}” was not kept: ${error.message}`)
    }
  }
  return { files: kept, refusedFiles: refused }
}

function orNothing(error: Error, givesUp: boolean): null {
  if (!givesUp) throw error
  return null
}

async function* once(bytes: Buffer): AsyncIterable<Buffer> {
  yield bytes
}

/** The bytes of a file that a member sends; null where it was deleted. Throws UNAVAILABLE while the file store is away. */
export async function readFile(store: FileStore, shopId: string, file: { id: string }): Promise<Buffer | null> {
  const stream = await store.read(shopId, file).catch((error) => {
    if (error instanceof ParleyError && error.code === 'NOT_FOUND') return null
    throw error
  })
  return stream && buffer(stream)
}

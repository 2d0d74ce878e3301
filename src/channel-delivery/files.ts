import { buffer } from 'node:stream/consumers'
import type { Logger } from '#base/logger.ts'
import { within } from '#base/within.ts'
import { type IncomingFile, Unfetchable } from '#channels/incoming.ts'
import type { Account } from '#core/channels/accounts.ts'
import { ParleyError } from '#core/errors.ts'
import type { FileStore } from '#core/files/files.ts'
import { INCOMING_FILES_MAX } from '#core/limits.ts'
import type { Shop } from '#database/database.ts'
import { readCredentials } from '#storage/channels/accounts.ts'
import type { Adapter } from './adapters.ts'

/**
 * Keeps the files of a message under the product's rules for files. Rejected files are listed by name and reason: the
 * words came with it, and are not refused for it. Files that cannot be fetched or stored now are late: the message is
 * written without them, and they are tried again.
 */
export async function keepFiles(
  shop: Shop,
  store: FileStore,
  files: readonly IncomingFile[],
  fetchFile: (file: IncomingFile) => Promise<Buffer>,
): Promise<{ files: string[]; refusedFiles: string[]; lateFiles: IncomingFile[] }> {
  const kept: string[] = []
  const late: IncomingFile[] = []
  const refused: string[] = []
  for (const file of files) {
    if (kept.length + late.length >= INCOMING_FILES_MAX) {
      refused.push(notKept(file, `a message has at most ${INCOMING_FILES_MAX} files.`))
      continue
    }
    try {
      const bytes = file.bytes ?? (await fetchFile(file))
      const sent = { name: file.name, body: once(bytes), visitorId: null, memberId: null }
      const taken = await store.take({ shop }, sent, { isIncoming: true })
      kept.push(taken.id)
    } catch (error) {
      if (isFinal(error)) refused.push(notKept(file, error.message))
      else late.push(file)
    }
  }
  return { files: kept, refusedFiles: refused, lateFiles: late }
}

/** Fetches files of an account; each rejects, and is stopped, once it has taken as long as `msLeft` says. Failures are logged. */
export async function fileFetcher(
  shop: Shop,
  { account, adapter, logger }: { account: Account; adapter: Adapter | undefined; logger: Logger },
  msLeft: () => number,
): Promise<(file: IncomingFile) => Promise<Buffer>> {
  const credentials = (await readCredentials(shop, account.id)) ?? {}
  return async (file) => {
    const ms = msLeft()
    const late = () => new Error(`the provider did not give the file within ${ms} ms`)
    try {
      if (ms <= 0 || !adapter) throw late()
      return await within(ms, adapter.fetchFile(file, credentials, AbortSignal.timeout(ms)), late)
    } catch (error) {
      const { message } = error as Error
      logger.info(
        { shopId: shop.shopId, accountId: account.id, reason: message },
        'fetching a file of a message failed',
      )
      throw error
    }
  }
}

/** For the team: which file is missing, and why. */
export const notKept = ({ name }: IncomingFile, why: string) => `“${name}” was not kept: ${why}`

const isFinal = (error: unknown): error is Error =>
  error instanceof Unfetchable || (error instanceof ParleyError && error.code !== 'UNAVAILABLE')

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

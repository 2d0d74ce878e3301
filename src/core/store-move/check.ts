import { BackupRefused, type FileCounts, STORE_EXPORT } from '#core/backup/format.ts'
import { type BackupReader, readBackup } from '#core/backup/read.ts'
import { STORE_ID, type StoreHeader } from './store-header.ts'

/** Refuses a header that no export has, before anything else is read. */
function checkHeader({ store, isAnonymous }: StoreHeader): void {
  const { shopId, appId, name } = Object(store) as StoreHeader['store']
  const areIds = [shopId, appId].every((id) => typeof id === 'string' && STORE_ID.test(id))
  if (areIds && typeof name === 'string' && typeof isAnonymous === 'boolean') return
  throw new BackupRefused('This is no store export of Parley: its header does not name a store.')
}

/** Reads an export of a store from its beginning to its end. BackupRefused for what is not a whole one. */
export function readStoreExport(
  source: AsyncIterable<Buffer>,
  reader: BackupReader<StoreHeader>,
): Promise<StoreHeader & FileCounts> {
  return readBackup<StoreHeader>(
    source,
    {
      ...reader,
      async header(header) {
        checkHeader(header)
        await reader.header(header)
      },
    },
    STORE_EXPORT,
  )
}

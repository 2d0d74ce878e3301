import { readLateFiles } from '#channels/late-files.ts'
import type { Account } from '#core/channels/accounts.ts'
import { addLateFiles } from '#core/channels/late-files.ts'
import { InboundWorker } from '#core/inbound/inbound-worker.ts'
import type { Shop } from '#database/database.ts'
import { listAccounts } from '#storage/channels/accounts.ts'
import { lateFileQueue } from '#storage/channels/inbound.ts'
import type { ClaimedInbound } from '#storage/inbound/inbound-queue.ts'
import { fileFetcher, keepFiles, notKept } from './files.ts'
import type { CarrierOptions } from './sender.ts'

/** Attempts, after the one for the message itself, and the delay between them, multiplied by their number. */
const ATTEMPTS_MAX = 4
const RETRY_MS = 3_000
/** How long one file may take. */
const FETCH_MS = 60_000

/** Fetches files that were missing when their message was written, and adds them to it. */
export class LateFileFetcher extends InboundWorker<Map<string, Account>> {
  constructor(options: CarrierOptions) {
    const { database, logger } = options
    super({
      name: 'files that came late by a channel',
      announced: 'late_files',
      database,
      queue: lateFileQueue,
      readSources: async (shop) => new Map((await listAccounts(shop)).map((account) => [account.id, account])),
      apply: (shop, claimed, payload, accounts) => fetchLate(shop, claimed, { payload, accounts, options }),
      judge: () => undefined,
      givenUp: () => {},
      logger,
    })
  }
}

interface Fetching {
  payload: Buffer
  accounts: Map<string, Account>
  options: CarrierOptions
}

async function fetchLate(shop: Shop, claimed: ClaimedInbound, { payload, accounts, options }: Fetching): Promise<void> {
  const account = accounts.get(claimed.sourceId)
  if (!account) return
  const { adapters, logger, files: store } = options
  const { externalId, files } = readLateFiles(payload)
  const fetchFile = await fileFetcher(shop, { account, adapter: adapters[account.channel], logger }, () => FETCH_MS)
  const kept = await keepFiles(shop, store, files, fetchFile)
  const isLast = claimed.attempts >= ATTEMPTS_MAX
  const givenUp = isLast ? kept.lateFiles.map((file) => notKept(file, 'the provider does not give it.')) : []
  const late = { externalId, files: isLast ? [] : kept.lateFiles }
  const refusedFiles = [...kept.refusedFiles, ...givenUp]
  const dueAt = new Date(Date.now() + RETRY_MS * claimed.attempts)
  await addLateFiles(shop, claimed, { files: kept.files, refusedFiles, late }, dueAt)
}

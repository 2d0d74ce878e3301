import { newId } from '#base/ids.ts'
import { type LateFiles, packLateFiles } from '#channels/late-files.ts'
import { addFiles } from '#core/conversations/message-changes.ts'
import type { Shop, Transaction } from '#database/database.ts'
import { lateFileQueue } from '#storage/channels/inbound.ts'
import { findChannelMessages } from '#storage/channels/messages.ts'
import type { ClaimedInbound } from '#storage/inbound/inbound-queue.ts'
import { storeInboundIn } from './inbound.ts'
import { NO_TEXT } from './storable-text.ts'

/** Queues the files of a message that is being written, in the same transaction. */
export async function queueLateFiles(
  tx: Transaction,
  { accountId, sender }: { accountId: string; sender: string },
  late: LateFiles,
  now: Date,
): Promise<void> {
  if (late.files.length === 0) return
  await storeInboundIn(tx, [{ id: newId(), accountId, sender, payload: packLateFiles(late), isFiles: true }], now)
}

/**
 * Adds files that came late to their message (spec C11.15), and puts those that are still missing back into the queue, in one
 * transaction: a file is added once, whatever happens to the process. A message that was deleted in the meantime stays as it is.
 */
export async function addLateFiles(
  shop: Shop,
  claimed: ClaimedInbound,
  { files, refusedFiles, late }: { files: string[]; refusedFiles: string[]; late: LateFiles },
  dueAt: Date,
): Promise<void> {
  const [known] = await findChannelMessages(shop, claimed.sourceId, [late.externalId])
  if (!known) return
  await addFiles({ shop, actor: { kind: 'visitor', contactId: '' } }, known, {
    uploads: files,
    refusedFiles,
    placeholder: NO_TEXT,
    claim: (tx) =>
      late.files.length > 0
        ? lateFileQueue.replacePayload(tx, claimed, packLateFiles(late), dueAt)
        : lateFileQueue.remove(tx, claimed),
  })
}

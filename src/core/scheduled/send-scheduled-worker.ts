import type { Logger } from '#base/logger.ts'
import { TenantScheduler } from '#base/tenant-scheduler.ts'
import { type ConversationChange, openChange } from '#core/conversations/conversation-transaction.ts'
import { ParleyError } from '#core/errors.ts'
import { SCHEDULED_MAX } from '#core/limits.ts'
import { notifyReplyHeld } from '#core/members/notifications.ts'
import type { Database, Shop } from '#database/database.ts'
import { listUnassignedListeners } from '#storage/mail/notification-preferences.ts'
import { findMember, listActiveAdmins } from '#storage/members/members.ts'
import {
  findShopsWithScheduled,
  listDueScheduled,
  listScheduled,
  postponeScheduled,
  type ScheduledRow,
  saveScheduled,
} from '#storage/scheduled/scheduled-replies.ts'
import { sendInto } from './scheduled-replies.ts'

const SWEEP_MS = 1_000
const AT_ONCE = 16
/** Scheduled replies of one store that are sent at the same time. */
const BATCH = 8
/** Characters of why a reply was refused. */
const REFUSAL_MAX = 500
/** After a failure of ours. */
const AGAIN_MS = 60_000

/**
 * Sends replies whose time has come, in whichever process looks first. The message and the end of its row are one
 * transaction under the conversation's lock: a reply is sent once, however many processes look and whenever one dies.
 */
export function createScheduledSending(database: Database, logger: Logger): TenantScheduler {
  return new TenantScheduler({
    name: 'scheduled replies',
    sweepMs: SWEEP_MS,
    max: AT_ONCE,
    perClaim: BATCH,
    findStores: (now, limit) => findShopsWithScheduled(database.system, now, limit),
    claim: async (shopId, now, limit) => {
      const shop = database.shop(shopId)
      const due = await listDueScheduled(shop, now, limit)
      for (const one of due) {
        await doDue(shop, one, now).catch(async (error: Error) => {
          logger.warn({ shopId, reason: error.message }, 'sending a scheduled reply failed; retrying')
          // Later than the others, which it must not keep from being looked at.
          await postponeScheduled(shop, one.id, new Date(now.getTime() + AGAIN_MS))
        })
      }
      return { jobs: [], nextAt: due.length === limit ? now : undefined }
    },
    logger,
  })
}

type Due = Pick<ScheduledRow, 'id' | 'conversationId'>

/** Sends one, or tells its author that it is held. Whatever refuses it holds it, with the reason. */
async function doDue(shop: Shop, due: Due, now: Date): Promise<void> {
  try {
    await settle(shop, due, now, async (change, all, row) => {
      if (row.heldBecause !== null) return hold(change, row)
      await sendInto(change, all, row)
    })
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error
    const refusal = error.message.slice(0, REFUSAL_MAX)
    await settle(shop, due, now, (change, _, row) => hold(change, { ...row, heldBecause: 'refused', refusal }))
  }
}

/** Does something to a reply that is still due once its conversation is locked. */
async function settle(
  shop: Shop,
  { id, conversationId }: Due,
  now: Date,
  act: (change: ConversationChange, all: ScheduledRow[], row: ScheduledRow) => Promise<void> | void,
): Promise<void> {
  await shop.transaction(async (tx) => {
    const change = await openChange(tx, conversationId)
    const all = await listScheduled(tx, conversationId, SCHEDULED_MAX)
    const row = all.find((one) => one.id === id)
    if (!row?.dueAt || row.dueAt > now) return
    await act(change, all, row)
    await change.save('more')
  })
}

async function hold(change: ConversationChange, row: ScheduledRow): Promise<void> {
  const { tx, now } = change
  const { conversationId } = row
  const recipients = await whoCanAct(change, row.memberId)
  change.addStatement(() => saveScheduled(tx, { ...row, dueAt: null, updatedAt: now }))
  change.addStatement(() => notifyReplyHeld(tx, recipients, { conversationId, now }))
  tx.signal({ kind: 'details', id: conversationId })
}

/** Returns the author; if they are deactivated, the assignee, or members who chose to be notified of unassigned ones, or the admins. */
async function whoCanAct(change: ConversationChange, authorId: string): Promise<string[]> {
  const { tx, conversation, assigneeState } = change
  if ((await findMember(tx, authorId))?.active) return [authorId]
  if (conversation.memberId !== null && assigneeState !== 'inactive') return [conversation.memberId]
  const listeners = await listUnassignedListeners(tx, conversation.teamId, { wantsAll: false })
  return listeners.length > 0 ? listeners : (await listActiveAdmins(tx)).map(({ id }) => id)
}

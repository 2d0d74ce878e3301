import { currentTime } from '#base/clock.ts'
import { isMailAddress } from '#channels/email/mail-address.ts'
import { recordAudit } from '#core/audit-log.ts'
import type { Caller } from '#core/caller.ts'
import { invalidParams, notFound } from '#core/errors.ts'
import { SPAM_SENDERS_MAX } from '#core/limits.ts'
import { buildEvent } from '#core/webhooks/events.ts'
import {
  countSpamSenders,
  deleteSpamSender,
  insertSpamSender,
  listSpamSenders,
  type SpamSender,
} from '#storage/channels/spam-senders.ts'
import { type ConversationChange, changeConversation } from './conversation-transaction.ts'
import type { ConversationView } from './conversations.ts'
import { NOT_SNOOZED } from './state.ts'

/** Spam (spec C13.13): a conversation that is spam is resolved for everybody else, and "not spam" restores its status. */

/** Marks a conversation as spam, or as none. What is so already stays. */
export async function setSpam(caller: Caller, id: string, isSpam: boolean): Promise<ConversationView> {
  const { conversation } = await changeConversation(caller, id, (change) => {
    const { status, statusBeforeSpam } = change.conversation
    if (isSpam && statusBeforeSpam === null) {
      // Neither resolved by a member nor summarised: reports count no spam.
      change.set({ statusBeforeSpam: status, isRead: true, isChatBot: false })
      changeTo(change, 'resolved')
    } else if (!isSpam && statusBeforeSpam !== null) {
      change.set({ statusBeforeSpam: null })
      changeTo(change, statusBeforeSpam)
    }
  })
  return conversation
}

function changeTo(change: ConversationChange, status: 'open' | 'resolved'): void {
  const { id, status: previousStatus } = change.conversation
  if (status === previousStatus) return
  change.set({ status, ...NOT_SNOOZED })
  change.emit(buildEvent(change.tx.shopId, 'conversation.state_changed', id, { status, previousStatus }))
}

export const listSenders = ({ shop }: Caller): Promise<SpamSender[]> => listSpamSenders(shop)

const DOMAIN = /^[\p{L}\d][\p{L}\d-]*\.[\p{L}\d.-]*[\p{L}\d]$/u

/** Adds an address or a domain whose new conversations are spam from now on. INVALID_PARAMS for neither, and beyond the limit. */
export async function addSpamSender({ shop, actor }: Caller, sender: string): Promise<string> {
  const named = sender.trim().toLowerCase().replace(/^@/, '')
  const isDomain = DOMAIN.test(named) && isMailAddress(`x@${named}`)
  if (!isDomain && !isMailAddress(named)) {
    throw invalidParams('sender is an address such as name@shop.example, or a domain such as shop.example.')
  }
  await shop.transaction(async (tx) => {
    if ((await countSpamSenders(tx)) >= SPAM_SENDERS_MAX) {
      throw invalidParams(`A store has at most ${SPAM_SENDERS_MAX} spam senders; remove one first.`)
    }
    await insertSpamSender(tx, named, currentTime())
    await recordAudit(tx, actor, 'spam_sender.added', named)
  })
  return named
}

/** Removes one: its next conversation is like any other. NOT_FOUND for none. */
export async function removeSpamSender({ shop, actor }: Caller, sender: string): Promise<void> {
  await shop.transaction(async (tx) => {
    if (!(await deleteSpamSender(tx, sender.toLowerCase()))) throw notFound('Spam sender')
    await recordAudit(tx, actor, 'spam_sender.removed', sender.toLowerCase())
  })
}

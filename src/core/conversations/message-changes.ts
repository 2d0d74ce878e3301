import { isDeepStrictEqual } from 'node:util'
import type { FormatRange } from '#base/formatting.ts'
import { recordAudit } from '#core/audit-log.ts'
import type { Caller } from '#core/caller.ts'
import { checkText } from '#core/checks.ts'
import { invalidParams, notFound } from '#core/errors.ts'
import { claimFiles, type FileStore } from '#core/files/files.ts'
import { INCOMING_FILES_MAX, MESSAGE_TEXT_MAX } from '#core/limits.ts'
import { notifyMentioned } from '#core/members/notifications.ts'
import { messageEvent } from '#core/webhooks/events.ts'
import type { Queries } from '#database/database.ts'
import { findOutbound } from '#storage/channels/outbound.ts'
import {
  type ChangeableMessage,
  changeMessage,
  findChangeableMessage,
  findNewestVisible,
} from '#storage/conversations/message-changes.ts'
import { findMessage, type MessageRow } from '#storage/conversations/messages.ts'
import { deleteUploads } from '#storage/files/files.ts'
import { type ConversationChange, changeConversation, previewOf } from './conversation-transaction.ts'
import type { MessageView } from './messages.ts'
import { formatFor } from './reply-formatting.ts'
import { systemNote } from './sender-fields.ts'

/**
 * Gives a message of the store's side another text: a reply, the AI agent's answer or an internal note. A customer's
 * words are theirs, and lines that the service wrote tell what happened. The old text is not kept.
 */
export function editMessage(
  caller: Caller,
  id: string,
  messageId: string,
  { text: typed, isFormatted = false }: { text: string; isFormatted?: boolean | undefined },
): Promise<MessageView> {
  return change(caller, id, messageId, async (message, { tx, conversation }) => {
    checkText(typed, MESSAGE_TEXT_MAX)
    const isRead = isFormatted && !message.isNote
    const { text, formatting } = isRead ? formatFor(conversation.channel, typed) : { text: typed, formatting: [] }
    if (message.isDeleted) throw invalidParams('The message is deleted; a deleted message cannot be edited.')
    if (message.senderType !== 'agent' && message.senderType !== 'bot') {
      throw invalidParams('Only messages of the team and the AI agent can be edited.')
    }
    if (await findOutbound(tx, message.id)) {
      throw invalidParams('The message has left by its channel, where it cannot be changed; write another one.')
    }
    return { text, isDeleted: false, formatting: formatting.length > 0 ? formatting : null }
  })
}

/** A customer's own edit of a message, as their messenger tells it. A deleted message stays as it is. */
export function editCustomerMessage(caller: Caller, id: string, messageId: string, text: string): Promise<MessageView> {
  return change(caller, id, messageId, (message) =>
    message.isDeleted || message.senderType !== 'customer'
      ? { text: message.text, isDeleted: message.isDeleted }
      : { text, isDeleted: false },
  )
}

/**
 * Deletes a message of any sender, and its files. It keeps its place; customers see that there was one. A second call changes nothing.
 */
export async function removeMessage(
  caller: Caller,
  id: string,
  messageId: string,
  files: FileStore,
): Promise<MessageView> {
  let uploads: string[] = []
  const view = await change(caller, id, messageId, async ({ text, files: carried }, { tx }) => {
    uploads = await deleteUploads(
      tx,
      carried.map(idOf).filter((upload) => upload !== null),
    )
    return { text, isDeleted: true }
  })
  await files.remove(caller.shop, uploads)
  return view
}

/**
 * Adds files to a message that was written before they came; `placeholder` is the text that it has without them. A note lists
 * those that were rejected. `claim` says whether they are still to be added.
 */
export async function addFiles(
  caller: Caller,
  { conversationId, messageId }: { conversationId: string; messageId: string },
  {
    uploads,
    refusedFiles,
    placeholder,
    claim,
  }: { uploads: string[]; refusedFiles: string[]; placeholder: string; claim: (tx: Queries) => Promise<boolean> },
): Promise<void> {
  await change(caller, conversationId, messageId, async ({ text, isDeleted, files }, change) => {
    if (!(await claim(change.tx)) || isDeleted) return { text, isDeleted }
    if (refusedFiles.length > 0) change.write(systemNote(refusedFiles.join('\n')))
    if (uploads.length === 0) return { text, isDeleted }
    const added = await claimFiles(change.tx, uploads, { conversationId, max: INCOMING_FILES_MAX })
    return { text: text === placeholder ? '' : text, isDeleted, files: [...files, ...added] }
  })
}

/** An imported message's files may be kept elsewhere, and have no id of ours. */
function idOf(file: { id?: unknown }): string | null {
  return typeof file.id === 'string' ? file.id : null
}

interface Words {
  text: string
  isDeleted: boolean
  /** Undefined: they stay. */
  files?: object[]
  /** Undefined: it stays while the text does. */
  formatting?: FormatRange[] | null
}

/**
 * What editing, deleting and adding files share. The conversation is locked first, then the message is read and `decide`
 * checks it. Notes and transfer lines cause no event and no new preview; a change without effect writes nothing.
 */
async function change(
  caller: Caller,
  id: string,
  messageId: string,
  decide: (message: ChangeableMessage, change: ConversationChange) => Promise<Words> | Words,
): Promise<MessageView> {
  const { result } = await changeConversation(caller, id, async (change) => {
    const { tx, conversation } = change
    const message = await findChangeableMessage(tx, conversation.id, messageId)
    if (!message) throw notFound('Message')
    const next = await decide(message, change)
    const isFormattedAnew = next.formatting !== undefined && !isDeepStrictEqual(next.formatting, message.formatting)
    const isSame = message.text === next.text && message.isDeleted === next.isDeleted
    if (isSame && !next.files && !isFormattedAnew) {
      return (await findMessage(tx, conversation.id, message.id)) as MessageRow
    }
    const place = { position: message.position, revision: change.nextRevision() }
    const row = await changeMessage(tx, conversation.id, { ...next, ...place })
    if (next.isDeleted)
      change.addStatement(() =>
        recordAudit(tx, caller.actor, 'message.deleted', message.id, { conversationId: conversation.id }),
      )
    if (message.isNote && !next.isDeleted) {
      const actorId = caller.actor.kind === 'member' ? caller.actor.memberId : null
      const told = { conversationId: conversation.id, messageId: message.id, actorId, now: change.now }
      await notifyMentioned(tx, next.text, told, message.text)
    }
    if (message.isNote || message.isTransfer) return row
    await followPreview(change, message, next.isDeleted)
    const type = next.isDeleted ? 'message.removed' : 'message.updated'
    change.emit(messageEvent(tx.shopId, type, conversation.id, { ...message, text: next.text }))
    return row
  })
  return { ...result, source: 'postgresql' }
}

/** What lists show of a conversation follows its messages; `lastActive` stays: nobody wrote. */
async function followPreview(
  change: ConversationChange,
  changed: ChangeableMessage,
  isDeleted: boolean,
): Promise<void> {
  const { messageCount, id } = change.conversation
  if (isDeleted && messageCount !== null) change.set({ messageCount: Math.max(0, messageCount - 1) })
  const newest = await findNewestVisible(change.tx, id)
  // A change below the newest message leaves the preview alone.
  if (newest && BigInt(newest.position) > BigInt(changed.position)) return
  const { senderType, createdAt } = newest ?? changed
  change.set({ lastMessage: newest ? { text: previewOf(newest), senderType, createdAt } : null })
}

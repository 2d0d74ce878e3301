import type { Caller } from '#core/caller.ts'
import { checkText } from '#core/checks.ts'
import { channelUnavailable, invalidParams } from '#core/errors.ts'
import { claimFiles } from '#core/files/files.ts'
import { MESSAGE_TEXT_MAX, TAG_MAX } from '#core/limits.ts'
import { requireActive, requireActiveMember } from '#core/members/members.ts'
import { tellMentioned } from '#core/members/notifications.ts'
import { readSettings, type Settings } from '#core/stores/settings.ts'
import { messageEvent } from '#core/webhooks/events.ts'
import type { Queries } from '#database/database.ts'
import {
  findMessageByClientId,
  hasReply,
  type NewMessage,
  type StoredMessage,
} from '#storage/conversations/messages.ts'
import { findMember, type MemberRow } from '#storage/members/members.ts'
import { requireReach } from './availability.ts'
import { type Changed, type ConversationChange, readAndChange } from './change.ts'
import type { MessageView } from './messages.ts'
import { fromAiAgent, fromMember, transferLine } from './senders.ts'
import { changeAssignee, resolve, snooze } from './state.ts'
import { appendTags } from './tags.ts'

/** Messages of the store's side: members' replies, the AI agent's, and internal notes (spec 4.2). */

/** A member's text and files; with files the text may be empty. */
export interface MemberWords {
  text: string
  /** Made by the browser: one that was sent before makes no second message. */
  clientId?: string
  /** Ids of files that this member sent before. */
  files?: string[]
}

/** What a member does to the conversation along with a reply: all of it and the reply, or nothing. */
export interface AlongWithReply {
  /** Appended. */
  tags?: string[]
  /** Instead of auto-assign; null for nobody. */
  memberId?: string | null
  status?: 'resolved'
  snoozedUntil?: Date
}

/**
 * A member's reply (spec 4.2, rule 1). An AI agent that holds the conversation hands over, leaving a transfer line
 * before the reply; with auto-assign on, the replying member gets the conversation. CHANNEL_UNAVAILABLE when the
 * conversation's channel cannot deliver now.
 */
export async function postReply(
  caller: Caller,
  id: string,
  words: MemberWords & { memberId: string },
  along: AlongWithReply = {},
): Promise<MessageView> {
  const changed = await readAndChange(
    caller,
    id,
    (tx) => Promise.all([readSettings(tx), findMember(tx, words.memberId)]),
    (change, known) => writeReply(change, known, words, along),
  )
  return viewOf(changed)
}

/** Part of an act that replies: answers the message that had been sent before under the same `clientId`, if there was. */
export async function writeReply(
  change: ConversationChange,
  [settings, found]: [Settings, MemberRow | undefined],
  words: MemberWords & { memberId: string },
  along: AlongWithReply = {},
): Promise<StoredMessage | undefined> {
  const { tx, conversation } = change
  const sent = await findSent(tx, conversation.id, words.clientId)
  if (sent) return sent
  checkWords(words)
  const member = requireActive(found)
  requireReach(await change.way())
  if (words.files?.length && conversation.channel !== 'online_store') {
    throw invalidParams('files can be sent in the online store’s chat only.')
  }
  const content = await contentOf(change, words, member.id)
  if (conversation.isChatBot) {
    change.write(transferLine(`${member.fullName} took over from the AI agent.`))
    change.set({ isChatBot: false })
  }
  const reply = change.write({ ...fromMember(member), ...content })
  change.emit(messageEvent(tx.shopId, 'message.created', conversation.id, reply))
  change.set({ isRead: true, isCustomerRead: false })
  const assignee = along.memberId === undefined && settings.autoAssign ? member.id : along.memberId
  await doAlong(change, member.id, { ...along, ...(assignee !== undefined && { memberId: assignee }) })
  return undefined
}

async function doAlong(
  change: ConversationChange,
  actorId: string,
  { tags, memberId, status, snoozedUntil }: AlongWithReply,
): Promise<void> {
  const { conversation } = change
  if (status && snoozedUntil) throw invalidParams('A reply resolves or snoozes, not both.')
  if (memberId !== undefined && memberId !== conversation.memberId) {
    if (memberId !== null && memberId !== actorId) await requireActiveMember(change.tx, memberId)
    changeAssignee(change, memberId, actorId)
  }
  if (tags) {
    for (const tag of tags) checkText(tag, TAG_MAX, 'tags')
    appendTags(change, tags)
  }
  if (status === 'resolved') resolve(change, actorId)
  if (snoozedUntil) snooze(change, actorId, snoozedUntil)
}

/**
 * A bot reply by an assistant, in the AI agent's name. CHANNEL_UNAVAILABLE when the channel cannot deliver now, and
 * where the store wants assistants to yield (`ai.assistantsYield`) once a member has replied.
 */
export async function postBotReply(caller: Caller, id: string, text: string): Promise<MessageView> {
  const changed = await readAndChange(caller, id, readSettings, async (change, { ai }) => {
    checkText(text, MESSAGE_TEXT_MAX)
    requireReach(await change.way())
    const { tx, conversation } = change
    // What the AI agent holds, a member has given back.
    if (ai.assistantsYield && !conversation.isChatBot && (await hasReply(tx, conversation.id))) {
      throw channelUnavailable('A member of the team has replied, and holds the conversation from then on.')
    }
    const reply = change.write({ ...fromAiAgent(ai.name), text })
    change.emit(messageEvent(change.tx.shopId, 'message.created', change.conversation.id, reply))
    change.set({ hasChatBot: true, isCustomerRead: false })
    return undefined
  })
  return viewOf(changed)
}

/**
 * An internal note: never delivered, accepted on any channel and in any state, notifies no webhook (spec 4.2, rule 2).
 * A member's note marks the conversation read; one by the AI agent (memberId null) leaves that alone.
 */
export async function postInternalNote(
  caller: Caller,
  id: string,
  words: MemberWords & { memberId: string | null },
): Promise<MessageView> {
  const { memberId } = words
  const changed = await readAndChange(caller, id, readSettings, async (change, { ai }) => {
    const sent = await findSent(change.tx, change.conversation.id, words.clientId)
    if (sent) return sent
    checkWords(words)
    const author = memberId === null ? fromAiAgent(ai.name) : fromMember(await requireActiveMember(change.tx, memberId))
    const note = change.write({ ...author, isNote: true, ...(await contentOf(change, words, memberId)) })
    const { tx, conversation, now } = change
    const told = { conversationId: conversation.id, messageId: note.id, actorId: memberId, now }
    await tellMentioned(tx, words.text, told)
    if (memberId !== null) change.set({ isRead: true })
    return undefined
  })
  return viewOf(changed)
}

/** The message that was written last, or the one that had been sent before. */
function viewOf({ result: sent, messages }: Changed<StoredMessage | undefined>): MessageView {
  return { ...((sent ?? messages.at(-1)) as StoredMessage), source: 'postgresql' }
}

/** What a browser sent before under the same name: a browser that got no answer sends again. */
async function findSent(tx: Queries, conversationId: string, clientId?: string): Promise<StoredMessage | undefined> {
  const sent = clientId === undefined ? undefined : await findMessageByClientId(tx, clientId)
  if (sent && sent.conversationId !== conversationId) {
    throw invalidParams('clientId is taken: make a new one for each message.')
  }
  return sent
}

function checkWords({ text, files = [] }: MemberWords): void {
  if (text !== '' || files.length === 0) checkText(text, MESSAGE_TEXT_MAX)
}

/** A message's text and files. The files belong to the conversation from now on. */
async function contentOf(
  { tx, conversation }: ConversationChange,
  { text, clientId, files: ids = [] }: MemberWords,
  memberId: string | null,
): Promise<Pick<NewMessage, 'text'> & Partial<NewMessage>> {
  const files = await claimFiles(tx, ids, { conversationId: conversation.id, memberId })
  return {
    text,
    ...(clientId === undefined ? {} : { clientId }),
    ...(files.length > 0 ? { files, contentType: 'file' as const } : {}),
  }
}

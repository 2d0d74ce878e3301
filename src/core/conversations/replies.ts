import { readMarks } from '#base/formatting.ts'
import { refusalOfFiles } from '#channels/sendable-files.ts'
import type { Caller } from '#core/caller.ts'
import { type Card, type CardChoice, readCards, wordsOfCards } from '#core/cards/cards.ts'
import { checkText } from '#core/checks.ts'
import { channelUnavailable, invalidParams } from '#core/errors.ts'
import { claimFiles, type SentFile } from '#core/files/files.ts'
import { MESSAGE_TEXT_MAX } from '#core/limits.ts'
import { requireActive } from '#core/members/members.ts'
import { notifyMentioned } from '#core/members/notifications.ts'
import { validateReplyActions } from '#core/members/reply-actions.ts'
import { messageEvent } from '#core/webhooks/events.ts'
import type { ReplyRecipients } from '#storage/channels/outbound.ts'
import type { OriginalWords } from '#storage/conversations/columns.ts'
import type { Author } from '#storage/conversations/conversations.ts'
import { findMessageByClientId, type NewMessage, type StoredMessage } from '#storage/conversations/messages.ts'
import type { AlongWithReply } from '#storage/scheduled/scheduled-replies.ts'
import type { TeamRow } from '#storage/teams/teams.ts'
import {
  type Changed,
  type ConversationChange,
  changeConversation,
  requireNotMerged,
  withMergedRedirect,
} from './conversation-transaction.ts'
import { requireReach, requireTemplateReach } from './delivery-route.ts'
import { chooseWay } from './mail-recipients.ts'
import type { MessageView } from './messages.ts'
import { formatFor } from './reply-formatting.ts'
import { fromAiAgent, fromMember, transferLine } from './sender-fields.ts'
import { changeAssignee, changeTeam, resolve, snooze } from './state.ts'
import { appendTags } from './tags.ts'

/** Messages of the store's side: members' replies, the AI agent's, and internal notes (spec 4.2). */

/** A member's text and files; with files the text may be empty. */
export interface MemberWords {
  text: string
  /** Whether the text, and the original, are as typed in the composer, with marks (decision 120). */
  isFormatted?: boolean | undefined
  /** Made by the browser: one that was sent before makes no second message. */
  clientId?: string
  /** Ids of files that this member sent before. */
  files?: string[]
  /** Recipients of a reply by mail; otherwise the customer, and those whom they had in copy. */
  email?: ReplyRecipients | undefined
  /** What the member wrote, where `text` is its translation. Members alone see it. */
  original?: OriginalWords | undefined
  /** Products and discounts that it shows; with some the text may be empty. */
  cards?: readonly CardChoice[] | undefined
}

/**
 * Posts a member's reply (spec 4.2.1). An AI agent that handles the conversation hands off, leaving a transfer line
 * before the reply; with auto-assign on, the replying member gets the conversation. CHANNEL_UNAVAILABLE when the
 * conversation's channel cannot deliver now.
 */
export async function postReply(
  caller: Caller,
  id: string,
  words: MemberWords & { memberId: string },
  replyActions: AlongWithReply = {},
): Promise<MessageView> {
  const changed = await withMergedRedirect(id, (id) =>
    changeConversation(caller, id, (change) => writeReply(change, change.author, words, replyActions), words.memberId),
  )
  return viewOf(changed)
}

interface ReplyOptions {
  /** Files that are the conversation's already. */
  kept?: SentFile[]
  /** What the channel sends instead of the text, also when its window has closed. */
  template?: object
}

/** Part of an act that replies: answers the message that had been sent before under the same `clientId`, if there was. */
export async function writeReply(
  change: ConversationChange,
  author: Author | undefined,
  words: MemberWords & { memberId: string },
  replyActions: AlongWithReply = {},
  { kept = [], template }: ReplyOptions = {},
): Promise<StoredMessage | undefined> {
  const { tx, conversation } = change
  const sent = await findSent(change, words.clientId)
  if (sent) return sent
  requireNotMerged(change)
  const count = kept.length + (words.files?.length ?? 0)
  const cards = words.cards ? await readCards(tx, words.cards, change.settings) : []
  const showsCards = conversation.channel === 'online_store'
  const typed = words.isFormatted ? formatFor(conversation.channel, words.text) : { text: words.text, formatting: [] }
  const text = withCards(typed.text, cards, showsCards)
  checkWords(text, count)
  const member = requireActive(author)
  const route = await change.deliveryRoute()
  if (template) requireTemplateReach(route)
  else requireReach(route)
  const content = await contentOf(change, { ...words, text }, member.id, kept)
  checkChannelOfFiles(change, content.files)
  const way = words.email && (await chooseWay(change, words.email))
  if (conversation.isChatBot) {
    change.write(transferLine(`${member.fullName} took over from the AI agent.`))
    change.set({ isChatBot: false })
  }
  const shown = cards.length > 0 && showsCards && { chatbotProducts: cards }
  const formatting = typed.formatting.length > 0 && { formatting: typed.formatting }
  const reply = change.write({ ...fromMember(member), ...content, ...shown, ...formatting })
  if (way) change.sendBy(reply, way)
  if (template) change.sendAsTemplate(reply, template)
  change.emit(messageEvent(tx.shopId, 'message.created', conversation.id, reply))
  change.set({ isRead: true, isCustomerRead: false })
  const isSaid = replyActions.memberId !== undefined || replyActions.teamId !== undefined
  const assignee = !isSaid && change.settings.autoAssign ? member.id : replyActions.memberId
  await applyReplyActions(change, member.id, { ...replyActions, ...(assignee !== undefined && { memberId: assignee }) })
  return undefined
}

/** The text of a reply with cards: where the channel shows none they are in the text, and where it does, a text has words. */
function withCards(text: string, cards: readonly Card[], showsCards: boolean): string {
  if (cards.length === 0) return text
  if (showsCards) return text.trim() ? text : cards.map(({ title }) => title).join('\n')
  return [text.trimEnd(), wordsOfCards(cards)].filter(Boolean).join('\n\n')
}

/** INVALID_PARAMS where the conversation's channel does not deliver these files. */
export function checkChannelOfFiles({ conversation }: ConversationChange, files: readonly SentFile[] = []): void {
  const { channel } = conversation
  const refusal = refusalOfFiles(channel, files)
  if (!refusal) return
  if (refusal.reason === 'total')
    throw invalidParams(`files: one mail carries at most ${inMb(refusal.bytesMax)} of files.`)
  const { name, type } = refusal.file
  throw invalidParams(
    refusal.reason === 'kind'
      ? `files: ${channel} does not deliver ${name}, which is ${type}.`
      : `files: ${channel} delivers files of type ${type} up to ${inMb(refusal.bytesMax)}; ${name} is larger.`,
  )
}

const inMb = (bytes: number) => `${bytes / 1024 / 1024} MB`

/** INVALID_PARAMS for a text that is too long, or empty where no file goes with it. */
export function checkWords(text: string, files: number): void {
  if (text !== '' || files === 0) checkText(text, MESSAGE_TEXT_MAX)
}

/** INVALID_PARAMS for what cannot be done along with a reply of `actorId`; returns the team that it names. */
export function checkAlongWith(
  { tx, conversation }: ConversationChange,
  actorId: string,
  { memberId, snoozedUntil, ...acts }: AlongWithReply,
): Promise<TeamRow | undefined> {
  // The author need not be looked up, and the assignee may keep the conversation.
  const isKnown = memberId === actorId || memberId === conversation.memberId
  return validateReplyActions(tx, { ...acts, memberId: isKnown ? null : memberId, snoozes: snoozedUntil !== undefined })
}

async function applyReplyActions(
  change: ConversationChange,
  actorId: string,
  replyActions: AlongWithReply,
): Promise<void> {
  const team = await checkAlongWith(change, actorId, replyActions)
  const { tags, memberId, status, snoozedUntil } = replyActions
  if (team) changeTeam(change, team, actorId)
  if (memberId !== undefined && memberId !== change.conversation.memberId) changeAssignee(change, memberId, actorId)
  if (tags) appendTags(change, tags)
  if (status === 'resolved') resolve(change, actorId)
  if (snoozedUntil) snooze(change, actorId, new Date(snoozedUntil))
}

/**
 * A bot reply by an assistant, in the AI agent's name. CHANNEL_UNAVAILABLE when the channel cannot deliver now, and
 * where the store wants assistants to yield (`ai.assistantsYield`) once a member has replied.
 */
export async function postBotReply(caller: Caller, id: string, text: string): Promise<MessageView> {
  const say = async (change: ConversationChange) => {
    requireNotMerged(change)
    checkText(text, MESSAGE_TEXT_MAX)
    requireReach(await change.deliveryRoute())
    const { conversation, settings } = change
    const { ai } = settings
    // What the AI agent holds, a member has given back.
    if (ai.assistantsYield && !conversation.isChatBot && conversation.firstReplyBy !== null) {
      throw channelUnavailable('A member of the team has replied, and holds the conversation from then on.')
    }
    const reply = change.write({ ...fromAiAgent(ai.name), text })
    change.emit(messageEvent(change.tx.shopId, 'message.created', change.conversation.id, reply))
    change.set({ hasChatBot: true, isCustomerRead: false })
    return undefined
  }
  const changed = await withMergedRedirect(id, (id) => changeConversation(caller, id, say))
  return viewOf(changed)
}

/**
 * An internal note: never delivered, accepted on any channel and in any state, notifies no webhook (spec 4.2.2).
 * A member's note marks the conversation read; one by the AI agent (memberId null) leaves that alone.
 */
export async function postInternalNote(
  caller: Caller,
  id: string,
  words: MemberWords & { memberId: string | null },
): Promise<MessageView> {
  const { memberId } = words
  const say = async (change: ConversationChange) => {
    const sent = await findSent(change, words.clientId)
    if (sent) return sent
    requireNotMerged(change)
    checkWords(words.text, words.files?.length ?? 0)
    const author = memberId === null ? fromAiAgent(change.settings.ai.name) : fromMember(requireActive(change.author))
    const note = change.write({ ...author, isNote: true, ...(await contentOf(change, words, memberId)) })
    const { tx, conversation, now } = change
    const told = { conversationId: conversation.id, messageId: note.id, actorId: memberId, now }
    await notifyMentioned(tx, words.text, told)
    if (memberId !== null) change.set({ isRead: true })
    return undefined
  }
  const changed = await withMergedRedirect(id, (id) => changeConversation(caller, id, say, memberId ?? undefined))
  return viewOf(changed)
}

/** The message that was written last, or the one that had been sent before. */
export function viewOf({ result: sent, messages }: Changed<StoredMessage | undefined>): MessageView {
  return { ...((sent ?? messages.at(-1)) as StoredMessage), source: 'postgresql' }
}

/** What a browser sent before under the same name: a browser that got no answer sends again. */
export async function findSent(
  { tx, conversation }: ConversationChange,
  clientId?: string,
): Promise<StoredMessage | undefined> {
  const sent = clientId === undefined ? undefined : await findMessageByClientId(tx, clientId)
  if (sent && sent.conversationId !== conversation.id) {
    // Sent where this one goes on: it is looked for there.
    if (conversation.mergedInto !== null) return undefined
    throw invalidParams('clientId has already been used. Send a new one for each message.')
  }
  return sent
}

/** A message's text and files. The files belong to the conversation from now on. */
async function contentOf(
  { tx, conversation }: ConversationChange,
  { text, clientId, original: written, isFormatted, files: ids = [] }: MemberWords,
  memberId: string | null,
  kept: SentFile[] = [],
): Promise<Pick<NewMessage, 'text'> & Partial<NewMessage> & { files?: SentFile[] }> {
  const original = written && isFormatted ? { ...written, text: readMarks(written.text).text } : written
  const files = [...kept, ...(await claimFiles(tx, ids, { conversationId: conversation.id, memberId }))]
  return {
    text,
    ...(clientId === undefined ? {} : { clientId }),
    ...(original && original.text !== text && { original }),
    ...(files.length > 0 ? { files, contentType: 'file' as const } : {}),
  }
}

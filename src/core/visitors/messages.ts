import { checkText } from '#core/checks.ts'
import {
  type ConversationChange,
  changeFromLockedRow,
  openChange,
  requireNotMerged,
  withMergedRedirect,
} from '#core/conversations/conversation-transaction.ts'
import { type CustomerMessage, writeAsCustomer } from '#core/conversations/customer-messages.ts'
import { quoteMessage } from '#core/conversations/messages.ts'
import { fromAutomation } from '#core/conversations/sender-fields.ts'
import { toSentMessage, type VisitorMessage } from '#core/conversations/visitor-view.ts'
import { invalidParams, type ParleyError, visitorBlocked, visitorUnknown } from '#core/errors.ts'
import { claimFiles } from '#core/files/files.ts'
import { MESSAGE_TEXT_MAX } from '#core/limits.ts'
import { completeSettings, type Settings } from '#core/stores/settings.ts'
import { readWidget } from '#core/stores/widget.ts'
import { ChangedMeanwhile, type Queries, type Shop, type Transaction } from '#database/database.ts'
import {
  findLiveConversation,
  type LiveConversationRow,
  type VisibleConversationRow,
} from '#storage/conversations/live.ts'
import { type Assignee, type MessageContext, readMessageContext } from '#storage/visitors/messages.ts'
import { lockVisitorAndContact } from '#storage/visitors/visitors.ts'
import { resolveContact, startConversation } from './resolve-contact.ts'
import { hashVisitorToken, lockVisitorToWrite, notifyTabs, notifyTabsOfContact, type Visitor } from './visitors.ts'

export interface VisitorSend {
  /** Made by the browser when the text was written: the same one never makes two messages. */
  clientId: string
  text: string
  /** An earlier conversation that is gone on with; the current one where none is named. */
  conversationId?: string
  files?: string[]
  /** The message it answers. */
  replyTo?: string
  quickReply?: boolean
  /** The campaign that was shown before: its text becomes the conversation's first line. */
  campaign?: string
}

export interface Sent {
  conversationId: string
  messageId: string
  /** The message as its visitor sees it, with its conversation as it left it; null where this clientId was sent before. */
  written: { message: VisitorMessage; conversation: VisibleConversationRow } | null
}

/**
 * A visitor's message, named by their token. The first one makes the contact and the conversation, all in one transaction;
 * the tabs of one browser take turns, so that messages sent at once start one conversation. UNAUTHENTICATED for a token
 * that is nobody's, or ended.
 */
export async function sendAsVisitor(shop: Shop, token: string, send: VisitorSend): Promise<Sent> {
  const tokenHash = hashVisitorToken(token)
  if (send.text !== '' || !send.files?.length) checkText(send.text, MESSAGE_TEXT_MAX)
  const { conversationId: named, replyTo, ...words } = send
  if (named === undefined) return write(shop, tokenHash, send)
  // What is answered stays behind in a conversation that was merged.
  return withMergedRedirect(named, (conversationId) =>
    write(shop, tokenHash, {
      ...words,
      conversationId,
      ...(replyTo !== undefined && conversationId === named && { replyTo }),
    }),
  )
}

async function write(shop: Shop, tokenHash: string, send: VisitorSend): Promise<Sent> {
  const { startedBy, visitorId, ...sent } = await shop.transaction(async (tx) => {
    const [visitor, known] = await Promise.all([
      lockVisitorToWrite(tx, tokenHash, lockVisitorAndContact),
      readMessageContext(tx, tokenHash, { clientId: send.clientId, locks: send.conversationId === undefined }),
    ])
    if (!known) throw visitorUnknown() // the store was deleted in this moment
    if (known.sent) return { ...(await sentBefore(tx, visitor, known.sent)), visitorId: visitor.id, startedBy: null }
    const settings = completeSettings(known.settings)
    const { contact, events } = await resolveContact(tx, visitor, known.contact)
    if (contact.isBlocked) throw visitorBlocked()
    if (known.currentId === null) requirePreChatForm(visitor, settings)
    const current = await openCurrent(tx, contact.id, send.conversationId, known, settings)
    const change = current?.change ?? (await startConversation(tx, { visitor, contact, settings, events }))
    // Merged concurrently: pick the current conversation again, or follow the merge if the client named one.
    if (send.conversationId === undefined && change.conversation.mergedInto !== null) throw new ChangedMeanwhile()
    requireNotMerged(change)
    const message = await buildMessage(change, visitor, send)
    if (!current && send.campaign !== undefined) writeCampaignGreeting(change, settings, send.campaign)
    const isVerified = visitor.externalId !== null && visitor.externalId === contact.platformId
    const written = writeAsCustomer(change, message, { isVerified })
    if (!current || visitor.contactId !== contact.id) notifyTabs(tx, visitor.id)
    await change.save('last')
    const { id: conversationId } = change.conversation
    const conversation = standingOf(change, current)
    const sent = { conversationId, messageId: written.id, written: { message: toSentMessage(written), conversation } }
    return { ...sent, visitorId: visitor.id, startedBy: current ? null : contact.id }
  })
  if (startedBy !== null) await notifyTabsOfContact(shop, startedBy, visitorId)
  return sent
}

/** Requires the form of visitors without a conversation, if the store asks for it. */
function requirePreChatForm({ preChatDone }: Visitor, { widget }: Settings): void {
  if (preChatDone || readWidget(widget).preChat.mode !== 'required') return
  throw invalidParams('This store asks for its form before the first message: submit it (/storefront/prechat).')
}

async function sentBefore(
  tx: Queries,
  visitor: Visitor,
  { id, conversationId }: { id: string; conversationId: string },
): Promise<Sent> {
  const conversation = await findLiveConversation(tx, conversationId)
  if (!conversation || conversation.contactId === null || conversation.contactId !== visitor.contactId) {
    throw invalidParams('clientId has already been used. Send a new UUID for each message.')
  }
  return { conversationId, messageId: id, written: null }
}

/** A conversation that goes on: with what its row does not tell. */
interface Current extends Pick<LiveConversationRow, 'agentPosition'> {
  change: ConversationChange
  assignee: Assignee | null
}

/**
 * The conversation a message goes to; undefined where it starts a new one. One that was deleted, or given to somebody
 * else, since it was read is replaced by another choice.
 */
async function openCurrent(
  tx: Transaction,
  contactId: string,
  named: string | undefined,
  { currentId, current, assignee }: MessageContext,
  settings: Settings,
): Promise<Current | undefined> {
  if (named !== undefined) return openNamed(tx, contactId, named)
  if (currentId === null) return undefined
  if (current?.contactId !== contactId) throw new ChangedMeanwhile()
  // What stays resolved is not written into: the customer would wait for an answer that no member sees asked.
  if (current.status === 'resolved' && !settings.reopenOnCustomerMessage) return undefined
  return { change: await changeFromLockedRow(tx, current), agentPosition: Number(current.agentPosition), assignee }
}

async function openNamed(tx: Transaction, contactId: string, named: string): Promise<Current> {
  const conversation = await findLiveConversation(tx, named)
  if (conversation?.contactId !== contactId || conversation.isPlayground) {
    throw invalidParams('Unknown conversationId.')
  }
  const change = await openChange(tx, conversation.id).catch((error: Partial<ParleyError>) => {
    throw error.code === 'NOT_FOUND' ? new ChangedMeanwhile() : error
  })
  if (change.conversation.contactId !== contactId) throw new ChangedMeanwhile()
  return { change, agentPosition: conversation.agentPosition, assignee: conversation }
}

/** State of a conversation after its customer's message. A new one has no assignee and is unread. */
function standingOf({ after }: ConversationChange, current: Current | undefined): VisibleConversationRow {
  const { memberName, memberAvatarUrl } = current?.assignee ?? { memberName: null, memberAvatarUrl: null }
  const revision = Number(after.lastPosition)
  const { agentPosition = 0 } = current ?? {}
  return { ...after, revision, agentPosition, customerPosition: revision, memberName, memberAvatarUrl }
}

async function buildMessage(
  { tx, conversation }: ConversationChange,
  visitor: Visitor,
  send: VisitorSend,
): Promise<CustomerMessage> {
  const files = await claimFiles(tx, send.files ?? [], { conversationId: conversation.id, visitorId: visitor.id })
  return {
    text: send.text,
    clientId: send.clientId,
    isQuickReplyMsg: send.quickReply ?? false,
    contentType: files.length > 0 ? 'file' : 'text',
    files,
    replyMessage: send.replyTo === undefined ? null : await quote(tx, conversation.id, send.replyTo),
  }
}

async function quote(tx: Transaction, conversationId: string, messageId: string): Promise<object> {
  const quoted = await quoteMessage(tx, conversationId, messageId)
  if (!quoted) throw invalidParams('replyTo is not a message in this conversation.')
  return quoted
}

/** The sender of a campaign that names none. */
const CAMPAIGN_SENDER = 'Store'

/** The line of a campaign that the widget showed before the message. */
function writeCampaignGreeting(change: ConversationChange, { widget }: Settings, key: string): void {
  const campaign = readWidget(widget).campaigns.find((one) => one.key === key)
  if (!campaign) return
  change.write({ ...fromAutomation(campaign.senderName ?? CAMPAIGN_SENDER), text: campaign.text })
  change.set({ campaignKey: campaign.key })
}

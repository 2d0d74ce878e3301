import { isSameMailbox } from '#channels/email/own-addresses.ts'
import type { IncomingFile, IncomingMail, IncomingSender, IncomingWords } from '#channels/incoming.ts'
import type { ConversationChange } from '#core/conversations/conversation-transaction.ts'
import { writeAsCustomer } from '#core/conversations/customer-messages.ts'
import { quoteMessage } from '#core/conversations/messages.ts'
import { takeRating } from '#core/conversations/rating-answers.ts'
import { fromCustomer, systemNote, VISITOR_NAME } from '#core/conversations/sender-fields.ts'
import { changeAssignee } from '#core/conversations/state.ts'
import { claimFiles } from '#core/files/files.ts'
import { INCOMING_FILES_MAX } from '#core/limits.ts'
import type { Queries, Transaction } from '#database/database.ts'
import type { AccountRow } from '#storage/channels/accounts.ts'
import { saveIdentities } from '#storage/channels/identities.ts'
import { findChannelMessages, insertChannelMessage } from '#storage/channels/messages.ts'
import { insertOriginal } from '#storage/channels/originals.ts'
import { findThread, saveThread } from '#storage/channels/threads.ts'
import type { NewMessage } from '#storage/conversations/messages.ts'
import type { IncomingSettings, TargetConversation } from './find-target.ts'
import { queueLateFiles } from './late-files.ts'
import { type RelayedReply, writeRelayedReply } from './relayed-replies.ts'
import { storableText } from './storable-text.ts'

export interface Arrived {
  account: AccountRow
  /** Ids of the files that came with it and were kept, why others were not, and those that are tried again. */
  files: string[]
  refusedFiles: string[]
  lateFiles: IncomingFile[]
}

/** Ids that a sender is known by on an account. An unproven sender has ids of their own: they cannot become another contact. */
export function identityKeysOf({ externalId, aliases = [], isVerified }: IncomingSender): string[] {
  return isVerified ? [externalId, ...aliases] : [`unproven:${externalId}`]
}

/** Writes what came in into its conversation, with all that is known of it, and commits. */
export async function writeIncoming(
  tx: Transaction,
  { change, contact, isNew, answersChat, answersForward = false }: TargetConversation,
  incoming: IncomingWords,
  { account, files: uploads, refusedFiles, lateFiles }: Arrived,
  { isAnswered }: IncomingSettings,
): Promise<void> {
  const { conversation, now } = change
  const conversationId = conversation.id
  const isMail = incoming.kind === 'mail'
  const [files, thread, replyMessage, wakesAgent] = await Promise.all([
    claimFiles(tx, uploads, { conversationId, max: INCOMING_FILES_MAX }),
    isMail && !isNew ? findThread(tx, conversationId) : undefined,
    findQuoted(tx, account.id, conversationId, incoming),
    conversation.isChatBot && !answersForward && isAnswered(),
  ])
  const isStranger = isMail && !isNew && !isTheirs(incoming, conversation.customerEmail, thread?.recipient)
  const isMessage = !isMail || incoming.counts === 'always' || (incoming.counts === 'alone' && isNew)
  const words = {
    text: storableText(incoming.text, {
      hasFiles: files.length > 0 && isMessage,
      subject: isMail ? incoming.subject : '',
    }),
    ...(files.length > 0 ? { files, contentType: 'file' as const } : {}),
    replyMessage,
  }
  const isRating = !isMail && isMessage && files.length === 0 && (await takeRating(change, incoming.text))
  const name = isStranger ? incoming.sender.externalId : undefined
  const team = isMail && isMessage && !isNew && !answersForward ? incoming.team : null
  const message = answersForward
    ? writeForwardAnswer(change, incoming.sender, words)
    : team
      ? writeTeamMail(change, incoming as IncomingMail, words, { team, recipient: thread?.recipient })
      : isMessage
        ? writeAsCustomer(change, words, { sentAt: incoming.at, wakesAgent, name, isRating })
        : writeNoMessage(change, words, { name, isNew })
  const lost = [...refusedFiles, ...(isMail && incoming.filesLeftOut > 0 ? [leftOut(incoming.filesLeftOut)] : [])]
  if (lost.length > 0) change.write(systemNote(lost.join('\n')))
  if (answersChat !== undefined) change.write(systemNote(noteOf(answersChat)))
  const { externalId } = incoming
  const ids = { accountId: account.id, externalId, conversationId, messageId: message.id, direction: 'in' as const }
  change.addStatement(() => insertChannelMessage(tx, ids, now))
  const place = { accountId: account.id, sender: incoming.sender.externalId }
  change.addStatement(() => queueLateFiles(tx, place, { externalId, files: lateFiles }, now))
  if (contact)
    change.addStatement(() => saveIdentities(tx, account.id, identityKeysOf(incoming.sender), contact.id, now))
  if (!isStranger && !team && !answersForward && (isMessage || isNew)) {
    const { subject, copies } = incoming.kind === 'mail' ? incoming : { subject: null, copies: [] }
    change.addStatement(() =>
      saveThread(tx, { conversationId, accountId: account.id, recipient: incoming.sender.externalId, subject, copies }),
    )
  }
  if (incoming.kind === 'mail') {
    const { subject, original, sender } = incoming
    const { isVerified } = sender
    change.addStatement(() =>
      insertOriginal(tx, {
        conversationId,
        messageId: message.id,
        subject,
        sender: sender.externalId,
        isVerified,
        text: original.text,
        html: original.html,
        toAddresses: original.to,
        ccAddresses: original.cc,
      }),
    )
  }
  await change.save('last')
}

/** Writes what somebody answers to a forwarded mail (spec C13.12): an internal note under their own name. */
function writeForwardAnswer(
  change: ConversationChange,
  { name, externalId }: IncomingSender,
  words: Pick<NewMessage, 'text'> & Partial<NewMessage>,
): NewMessage {
  change.stopClock()
  change.set({ isRead: false })
  const senderName = name ? `${name} <${externalId}>` : externalId
  return change.write({ senderType: 'agent', senderName, memberId: null, isAdmin: true, isNote: true, ...words })
}

/** Writes a colleague's mail, or the mailbox's own, as the team's reply: the customer has it, where it names them. */
function writeTeamMail(
  change: ConversationChange,
  { original }: IncomingMail,
  words: RelayedReply,
  { team, recipient }: { team: { memberId: string | null; name: string }; recipient: string | undefined },
): NewMessage {
  const reply = writeRelayedReply(change, team, words)
  const customer = (recipient ?? change.conversation.customerEmail ?? '').toLowerCase()
  const { memberId } = team
  const { autoAssign } = change.settings
  if (memberId && autoAssign && memberId !== change.conversation.memberId) changeAssignee(change, memberId, memberId)
  if (![...original.to, ...original.cc].some((one) => one.toLowerCase().includes(customer))) {
    change.write(systemNote(NOT_TO_CUSTOMER))
  }
  return reply
}

const NOT_TO_CUSTOMER = 'The mail above does not name the customer among its recipients, so they may not have got it.'

/**
 * Writes what is not a message (spec C11.16): a note, which changes nothing else, in the conversation that it answers. Where
 * it begins one it is the first line there, which starts no clock and emits no event.
 */
function writeNoMessage(
  change: ConversationChange,
  words: Pick<NewMessage, 'text'> & Partial<NewMessage>,
  { name, isNew }: { name: string | undefined; isNew: boolean },
): NewMessage {
  const { customerName, customerEmail } = change.conversation
  const sender = fromCustomer(name ?? customerName ?? customerEmail ?? VISITOR_NAME)
  change.stopClock()
  return change.write({ ...sender, ...words, isAutomated: true, isNote: !isNew })
}

const leftOut = (count: number) => `${count} more files were not kept: of one mail at most ${INCOMING_FILES_MAX} are.`

const noteOf = (chat: string) =>
  `This mail answers what was mailed from the chat ${chat}. The visitor there gave this address without proof, so they do not see it.`

/** Whether a mail in a conversation is from its customer, at the address that we know or answer to. */
function isTheirs({ sender }: IncomingMail, customerEmail: string | null, recipient: string | undefined): boolean {
  const address = sender.externalId.toLowerCase()
  return [customerEmail, recipient].some((known) => known && isSameMailbox(address, known.toLowerCase()))
}

/** The message that a customer's names as the one it answers. */
async function findQuoted(
  tx: Queries,
  accountId: string,
  conversationId: string,
  { replyTo }: IncomingWords,
): Promise<object | null> {
  if (!replyTo) return null
  const [known] = await findChannelMessages(tx, accountId, [replyTo])
  return known?.conversationId === conversationId ? quoteMessage(tx, conversationId, known.messageId) : null
}

import { currentTime } from '#base/clock.ts'
import { newId } from '#base/ids.ts'
import { hasText } from '#base/text.ts'
import { htmlToWords } from '#channels/email/read/html.ts'
import type { Caller } from '#core/caller.ts'
import { firstReplyBy } from '#core/conversations/sender-fields.ts'
import { claimFiles } from '#core/files/files.ts'
import { conversationKind } from '#core/import/conversation.ts'
import { prepareMessages } from '#core/import/messages.ts'
import { INCOMING_FILES_MAX } from '#core/limits.ts'
import type { Queries } from '#database/database.ts'
import { findMemberNames } from '#storage/members/members.ts'
import { findImported, insertImported, storeVersion } from '#storage/source-import/imported-records.ts'
import { appendMessages, lockTarget } from '#storage/source-import/messages.ts'
import type { Outcome, SourceConversation, SourceMessage, SourceRecord } from './records.ts'
import { saveWith } from './save.ts'

type ConversationRecord = Extract<SourceRecord, { kind: 'conversation' }>

/** A message as an import line has it, and its id at the source. */
type ReadyMessage = { key: string; files: string[]; line: { id: string; createdAt: string } & Record<string, unknown> }

/**
 * Creates a conversation, or adds the messages that are new to the one that it became before. Its state, tags and
 * assignee are the team's from then on.
 */
export async function importConversation(caller: Caller, source: string, record: ConversationRecord): Promise<Outcome> {
  const { shop } = caller
  const { sourceId, data, version = null } = record
  const known = (await findImported(shop, source, 'conversation', [sourceId])).get(sourceId)
  const { messages, skipped } = await readMessages(shop, source, sourceId, data)
  if (!known) {
    await create(caller, source, record, messages)
    return { isNew: true, skipped }
  }
  const isNew = await append(caller, source, { conversationId: known.id, sourceId, version, messages })
  return { isNew, skipped }
}

/** The messages that were not imported before, with the ids of this store. */
async function readMessages(
  shop: Queries,
  source: string,
  conversation: string,
  { messages, memberId }: SourceConversation,
) {
  const keyOf = ({ sourceId }: SourceMessage) => `${conversation}/${sourceId}`
  const ofMembers = [memberId, ...messages.map((message) => message.memberId)].filter((one) => typeof one === 'string')
  const ofFiles = messages.flatMap(({ files = [] }) => files)
  const [known, members, files] = await Promise.all([
    findImported(shop, source, 'message', messages.map(keyOf)),
    findImported(shop, source, 'member', [...new Set(ofMembers)]),
    findImported(shop, source, 'file', [...new Set(ofFiles)]),
  ])
  const skipped: string[] = []
  const ready = messages.flatMap((message): ReadyMessage[] => {
    if (known.has(keyOf(message))) return []
    const text = message.html === undefined ? (message.text ?? '') : htmlToWords(message.html).trim()
    const attached = (message.files ?? []).flatMap((file) => files.get(file)?.id ?? [])
    if (!hasText(text) && attached.length === 0) return [] // markup without words, or files that could not be read
    if (attached.length > INCOMING_FILES_MAX) {
      skipped.push(`message ${message.sourceId}: only the first ${INCOMING_FILES_MAX} of its files`)
    }
    const member = members.get(message.memberId ?? '')?.id ?? null
    const line = {
      id: newId(),
      text,
      senderType: message.sender,
      memberId: member,
      isNote: message.isNote ?? false,
      createdAt: message.createdAt,
      // A member's name is the member's; other names are kept as they were.
      ...(message.senderName !== undefined && member === null ? { senderName: message.senderName } : {}),
    }
    return [{ key: keyOf(message), files: attached.slice(0, INCOMING_FILES_MAX), line }]
  })
  return { messages: ready, skipped }
}

async function create(
  caller: Caller,
  source: string,
  { sourceId, data, version = null }: ConversationRecord,
  messages: ReadyMessage[],
): Promise<void> {
  const { shop } = caller
  const id = newId()
  const [contacts, members] = await Promise.all([
    findImported(shop, source, 'contact', data.contactId ? [data.contactId] : []),
    findImported(shop, source, 'member', data.memberId ? [data.memberId] : []),
  ])
  const last = messages.filter(({ line }) => !line.isNote).at(-1)?.line
  // The files of a first message are known only in the transaction: a conversation begins without messages, and gets them.
  const conversation = {
    id,
    customerUuid: contacts.get(data.contactId ?? '')?.id ?? null,
    memberId: members.get(data.memberId ?? '')?.id ?? null,
    channel: data.channel,
    status: data.status,
    tags: data.tags ?? [],
    isRead: data.status === 'resolved' || last?.senderType !== 'customer',
    isCustomerRead: true,
    ...(data.createdAt === undefined ? {} : { createdAt: data.createdAt, lastActive: data.createdAt }),
    messages: [],
  }
  await saveWith(caller, conversationKind, conversation, async (tx) => {
    await insertImported(tx, source, 'conversation', [{ sourceId, id, version }])
    await addMessages(tx, source, id, messages)
  })
}

/** Adds what is new. False where there is nothing, or the conversation is gone, merged or redacted here. */
function append(
  { shop }: Caller,
  source: string,
  request: { conversationId: string; sourceId: string; version: string | null; messages: ReadyMessage[] },
): Promise<boolean> {
  const { conversationId, sourceId, version, messages } = request
  return shop.transaction(async (tx) => {
    const isNew = messages.length > 0 && (await addMessages(tx, source, conversationId, messages))
    if (version !== null) await storeVersion(tx, source, sourceId, version)
    return isNew
  })
}

async function addMessages(
  tx: Queries,
  source: string,
  conversationId: string,
  ready: ReadyMessage[],
): Promise<boolean> {
  const target = await lockTarget(tx, conversationId)
  if (!target || target.mergedInto !== null || target.isRedacted || ready.length === 0) return false
  const names = await findMemberNames(tx, [...new Set(ready.flatMap(({ line }) => (line.memberId as string) ?? []))])
  const lines = []
  for (const { files, line } of ready) {
    const limits = { conversationId, max: INCOMING_FILES_MAX }
    lines.push({ ...line, ...(files.length > 0 ? { files: await claimFiles(tx, files, limits) } : {}) })
  }
  const prepared = prepareMessages(lines as never[], {
    conversationId,
    customerName: target.customerName,
    memberNames: names,
  })
  const before = Number(target.lastPosition)
  for (const [i, message] of prepared.entries()) {
    message.position = before + i + 1
    if (before > 0) message.isFirst = false
  }
  const visible = prepared.filter((message) => !message.isNote)
  const last = visible.at(-1)
  const customers = visible.filter(({ senderType }) => senderType === 'customer')
  const isNewest = last && (before === 0 || !target.lastActive || last.createdAt >= target.lastActive)
  await appendMessages(tx, conversationId, {
    messages: prepared,
    patch: {
      lastPosition: before + prepared.length,
      messageCount: target.messageCount === null ? null : target.messageCount + visible.length,
      lastCustomerAt: newest(target.lastCustomerAt, customers.at(-1)?.createdAt ?? null),
      firstReplyBy: target.firstReplyBy ?? firstReplyBy(prepared, target.lastCustomerAt !== null),
      updatedAt: currentTime(),
      ...(last ? { hasFirstMsg: true } : {}),
      ...(isNewest
        ? {
            lastMessage: { text: previewOf(last), senderType: last.senderType, createdAt: last.createdAt },
            lastActive: last.createdAt,
          }
        : {}),
    },
  })
  await insertImported(
    tx,
    source,
    'message',
    ready.map(({ key, line }) => ({ sourceId: key, id: line.id })),
  )
  return true
}

const previewOf = ({ text, files }: { text: string; files: object[] }) =>
  text || ((files as { name: string }[])[0]?.name ?? '')

function newest(one: Date | null, other: Date | null): Date | null {
  if (!one || !other) return one ?? other
  return one > other ? one : other
}

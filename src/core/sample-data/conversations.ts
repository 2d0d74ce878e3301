import type { Random } from '#base/random.ts'
import { emailKey } from '#base/text.ts'
import { firstReplyBy } from '#core/conversations/sender-fields.ts'
import type { SampleConversation } from '#storage/sample-data/sample-data.ts'
import { fill, SHOP } from './corpus.ts'
import { makeScript, type Script } from './dialogue.ts'
import { type Cast, MESSAGES_MAX, makeMessages, type SampleMessage } from './messages.ts'
import { contactsAt, makePerson, type SamplePerson } from './people.ts'
import { DAY, growingTime, HOUR, MINUTE, type Sample } from './sample.ts'
import type { Item } from './shop.ts'

/** Conversations are spread over this long. */
const SPAN = 90 * DAY

type SampleMember = Cast['member'] & { active: boolean }

/** Place of a conversation: the inbox, the older datastore, or the AI playground. */
const SHELVES = ['inbox', 'older', 'playground'] as const
export type Shelf = (typeof SHELVES)[number]

export interface SampleStore {
  items: Item[]
  team: SampleMember[]
}

/** Conversation `number` of `count` on its shelf, with all that hangs on it. Its pgConvoId is given when it is stored. */
export function makeConversation(
  sample: Sample,
  shop: SampleStore,
  shelf: Shelf,
  number: number,
  count: number,
): SampleConversation {
  const serial = SHELVES.indexOf(shelf) * 2 ** 21 + number
  const random = sample.seed.random('conversation', serial)
  const id = sample.seed.id('conversation', serial)
  const start = growingTime(sample.until, SPAN, number, count)
  const isFirstSeen = shelf === 'inbox' && number >= count - FIRST_SEEN
  const person = shelf === 'playground' ? null : findPerson(sample, shop.items, { start, isFirstSeen }, random)
  const channel = shelf === 'playground' ? 'online_store' : chooseChannel(person, random)
  const member = random.pick(shop.team.filter(({ active }) => active || start < sample.until - 30 * DAY))
  const length = drawLength(sample.messagesPerConversation, serial, random)
  const answeredBy =
    shelf === 'playground' || random.chance(0.25) ? 'bot' : length >= 6 && random.chance(0.4) ? 'both' : 'member'
  const agentName = member.fullName.split(' ')[0] as string
  const script = makeScript(person, shop.items, { start, agentName }, random)
  const customerName = person?.contact.name ?? null
  const messages = makeMessages(
    script,
    { customerName, member, answeredBy, isSlow: channel === 'email' },
    length,
    { start, until: latestEnd(sample.until, start, random) },
    random,
  )
  const derived = deriveFromMessages(messages)
  const lastAt = messages.at(-1)?.createdAt.getTime() ?? start
  const status = chooseStatus(sample.until - lastAt, messages.length, random)
  const sessionId = channel === 'online_store' ? sample.seed.id('session', serial) : null
  const customerEmail = person?.contact.email ?? null
  const isUnread = status === 'open' && derived.lastMessage?.senderType === 'customer' && random.chance(0.65)
  const summary =
    status === 'resolved' && length >= 4 && random.chance(0.75) ? summarise(script, lastAt, sample.until) : null
  return {
    id,
    firestoreId: shelf === 'older' ? random.code(20) : null,
    datastore: shelf === 'older' ? 'firestore' : 'postgresql',
    sessionId,
    contactId: person?.contact.id ?? null,
    customerName,
    customerEmail,
    emailKey: customerEmail === null ? null : emailKey(customerEmail),
    customerType: person?.contact.type ?? 'anonymous',
    status,
    channel,
    channels: [channel],
    tags: length === 0 ? [] : chooseTags(script, random),
    memberId: messages.some((message) => message.memberId !== null) && random.chance(0.85) ? member.id : null,
    isChatBot: answeredBy === 'bot' && status === 'open' && length > 0,
    hasChatBot: messages.some((message) => message.isBot),
    isRead: !isUnread,
    isCustomerRead: derived.lastMessage?.senderType === 'customer' || random.chance(0.7),
    isBlock: random.chance(0.01),
    isStarred: random.chance(0.07),
    isPlayground: shelf === 'playground',
    hidePreChatMessage: random.chance(0.05) ? 'by-user' : '',
    // Some minutes after the last message; by its assignee.
    resolvedAt: status === 'resolved' ? new Date(Math.min(lastAt + (2 + (serial % 45)) * MINUTE, sample.until)) : null,
    resolvedBy: status === 'resolved' && messages.some((message) => message.memberId !== null) ? member.id : null,
    ...derived,
    createdAt: new Date(start),
    updatedAt: shelf === 'older' ? null : (summary?.createdAt ?? new Date(lastAt)),
    messages: messages.map((message, i) => ({
      ...message,
      conversationId: id,
      position: i + 1,
      // In the older datastore messages were numbered.
      id: shelf === 'older' ? String(i + 1) : sample.seed.id('message', serial * MESSAGES_MAX + i),
    })),
    notes: makeNotes(sample, script, id, serial, start, random),
    attributes: makeAttributes(sample, script, id, serial, start, random),
    pages: sessionId && start > sample.until - DAY ? browse(sample, script, sessionId, serial, start, random) : [],
    summary: summary && { conversationId: id, ...summary },
  }
}

/** What follows from the messages that the customer can see (notes, deleted ones and transfer lines are not). */
export function deriveFromMessages(messages: SampleMessage[]) {
  const visible = messages.filter((message) => !message.isNote && !message.isDeleted && !message.isTransfer)
  const last = visible.at(-1)
  return {
    messageCount: visible.length,
    hasFirstMsg: last !== undefined,
    lastMessage: last ? { text: last.text, senderType: last.senderType, createdAt: last.createdAt } : null,
    lastActive: last?.createdAt ?? null,
    lastCustomerAt: visible.findLast((message) => message.senderType === 'customer')?.createdAt ?? null,
    firstReplyBy: firstReplyBy(messages),
    lastPosition: messages.length,
  }
}

/**
 * How many messages: none in some conversations, ten times the average in a few, and most often less than that. The
 * numbers are dealt rather than drawn (by steps of the golden ratio), so that few conversations keep the average too.
 */
function drawLength(average: number, serial: number, random: Random): number {
  const place = (serial * 0.6180339887498949 + 0.38) % 1
  if (place < 0.04) return 0
  if (place < 0.06) return average * 10
  const rest = (place - 0.06) / 0.94
  const length = Math.round(-Math.log(1 - rest) * average * 0.85 + random.fraction() * 0.2)
  return average === 0 ? 0 : Math.min(average * 10, Math.max(1, length))
}

/** Conversations that would go on until now end a little before, each at a time of its own. */
function latestEnd(until: number, start: number, random: Random): number {
  return until - random.fraction() * Math.min(30 * MINUTE, 0.6 * (until - start))
}

/** What a newcomer sees first is in a language, and in letters, that most computers can show. */
const FIRST_SEEN = 14
const TRIES = 40

/** A contact who was there already, rather one who came lately; in the newest conversations one who writes English. */
function findPerson(
  sample: Sample,
  items: Item[],
  { start, isFirstSeen }: { start: number; isFirstSeen: boolean },
  random: Random,
): SamplePerson | null {
  const there = contactsAt(sample, start)
  if (there === 0) return null
  const find = () => makePerson(sample, items, Math.min(there - 1, Math.floor(there * random.fraction() ** 0.8)))
  let person = find()
  for (let tries = 1; isFirstSeen && person.language !== 'en' && tries < TRIES; tries++) person = find()
  return person
}

function chooseChannel(person: SamplePerson | null, random: Random): string {
  return person ? random.pick(person.contact.channels) : 'online_store'
}

function chooseStatus(age: number, length: number, random: Random): 'open' | 'resolved' {
  const isResolved = random.chance(age < 6 * HOUR ? 0.1 : age < 3 * DAY ? 0.45 : 0.9)
  return isResolved && length > 1 ? 'resolved' : 'open'
}

function chooseTags({ topics }: Script, random: Random): string[] {
  const [first] = topics
  const tags = first && random.chance(0.6) ? [first.tag] : []
  return random.chance(0.2) ? [...tags, random.pick(SHOP.extraTags)] : tags
}

function summarise({ topics, slots }: Script, lastAt: number, until: number) {
  const template = SHOP.summaries[topics[0]?.tag as keyof typeof SHOP.summaries]
  const createdAt = new Date(Math.min(until, lastAt + 20_000))
  return { text: fill(template, slots), createdAt, updatedAt: createdAt }
}

function makeNotes(
  sample: Sample,
  script: Script,
  conversationId: string,
  serial: number,
  start: number,
  random: Random,
) {
  const count = random.chance(0.12) ? random.between(1, 3) : 0
  return Array.from({ length: count }, (_, i) => {
    const createdAt = new Date(Math.min(sample.until, start + (i + 1) * 5 * MINUTE))
    const text = fill(random.pick(SHOP.checklist), script.slots)
    const id = sample.seed.id('note', serial * 4 + i)
    return { conversationId, id, text, isUpdated: false, createdAt, updatedAt: createdAt }
  })
}

function makeAttributes(
  sample: Sample,
  script: Script,
  conversationId: string,
  serial: number,
  start: number,
  random: Random,
) {
  const chosen = random.chance(0.2) ? SHOP.attributes.filter(() => random.chance(0.35)) : []
  return chosen.flatMap(([name = '', template = ''], i) => {
    const value = fill(template, script.slots)
    const createdAt = new Date(start)
    const id = sample.seed.id('attribute', serial * 16 + i)
    return value ? [{ conversationId, id, name, value, createdAt, updatedAt: createdAt }] : []
  })
}

/** The pages a visitor looked at around the start of the conversation. */
function browse(sample: Sample, { item }: Script, sessionId: string, serial: number, start: number, random: Random) {
  const pages = [[item.url, item.title], ...SHOP.pages.filter(() => random.chance(0.5))]
  return pages.map(([path = '', title = ''], i) => ({
    sessionId,
    id: sample.seed.id('page', serial * 16 + i),
    url: `https://shop.example${path}`,
    title,
    viewedAt: new Date(Math.min(sample.until, start + (i - pages.length) * MINUTE)),
  }))
}

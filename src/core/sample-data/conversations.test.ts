import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SampleConversation } from '#storage/sample-data/sample-data.ts'
import { deriveFromMessages, makeConversation, type Shelf } from './conversations.ts'
import type { SampleMessage } from './messages.ts'
import { makePerson } from './people.ts'
import { Seed } from './random.ts'
import { DAY, type Sample } from './sample.ts'
import { listItems, makeTeam } from './shop.ts'

const until = Date.UTC(2026, 5, 1)
const COUNT = 400

function make(seed: string | number, shelf: Shelf = 'inbox', messagesPerConversation = 8) {
  const sample: Sample = { seed: new Seed(seed), contacts: 60, conversations: COUNT, messagesPerConversation, until }
  const shop = { items: listItems(sample.seed), team: makeTeam(sample) }
  return {
    people: Array.from({ length: 60 }, (_, i) => makePerson(sample, shop.items, i)),
    conversations: Array.from({ length: COUNT }, (_, i) => makeConversation(sample, shop, shelf, i, COUNT)),
  }
}

const messagesOf = (conversation: SampleConversation) => conversation.messages as SampleMessage[]

test('the same seed makes the same data, another one other data', () => {
  assert.deepEqual(make(1), make('1'))
  const ids = [...make(1).conversations, ...make(2).conversations].map(({ id }) => id)
  assert.equal(new Set(ids).size, 2 * COUNT)
})

test('the newest conversations are with people who write English, the others with people of many languages', () => {
  const { people, conversations } = make(7)
  const languageOf = ({ contactId }: SampleConversation) =>
    people.find(({ contact }) => contact.id === contactId)?.language
  assert.deepEqual(new Set(conversations.slice(-14).map(languageOf)), new Set(['en']))
  assert.ok(new Set(conversations.slice(0, -14).map(languageOf)).size > 4)
})

test('lengths keep the average, with empty conversations and ones ten times as long', () => {
  const lengths = make(3).conversations.map(({ messages }) => messages.length)
  const average = lengths.reduce((sum, n) => sum + n) / COUNT
  assert.ok(average > 7 && average < 9.5, String(average))
  assert.ok(lengths.includes(0))
  assert.equal(Math.max(...lengths), 80)
  assert.deepEqual(new Set(make(3, 'inbox', 0).conversations.map(({ messages }) => messages.length)), new Set([0]))
})

test('nothing is said before the conversation began, out of order, or after the moment looked back from', () => {
  for (const conversation of make(4).conversations) {
    const times = messagesOf(conversation).map((message) => message.createdAt.getTime())
    assert.deepEqual(
      times,
      [...times].sort((a, b) => a - b),
    )
    for (const time of times) assert.ok(time >= conversation.createdAt.getTime() && time <= until)
  }
})

test('counts and previews follow from what the customer can see', () => {
  for (const { messages, ...conversation } of make(5).conversations) {
    const written = messages as SampleMessage[]
    const visible = written.filter((message) => !message.isNote && !message.isDeleted && !message.isTransfer)
    assert.equal(conversation.messageCount, visible.length)
    assert.equal(conversation.hasFirstMsg, visible.length > 0)
    assert.equal(conversation.lastPosition, written.length)
    assert.deepEqual(conversation.lastActive, visible.at(-1)?.createdAt ?? null)
    assert.equal(written.filter((message) => message.isFirst).length, visible.length > 0 ? 1 : 0)
    assert.equal(written[0]?.isFirst ?? true, true)
  }
})

test('a conversation that ends in a note, a deleted message and a transfer line shows what came before', () => {
  const said = { isNote: false, isDeleted: false, isTransfer: false, senderType: 'customer', text: 'Hi' }
  const at = (minute: number) => new Date(until + minute * 60_000)
  const derived = deriveFromMessages([
    { ...said, createdAt: at(0) },
    { ...said, isDeleted: true, createdAt: at(1) },
    { ...said, isNote: true, createdAt: at(2) },
    { ...said, isTransfer: true, createdAt: at(3) },
  ] as SampleMessage[])
  assert.deepEqual(derived, {
    messageCount: 1,
    hasFirstMsg: true,
    lastMessage: { text: 'Hi', senderType: 'customer', createdAt: at(0) },
    lastActive: at(0),
    lastCustomerAt: at(0),
    firstReplyBy: null,
    lastPosition: 4,
  })
})

test('the customer of a conversation existed when it began, with the same details', () => {
  const { conversations, people } = make(6)
  const byId = new Map(people.map(({ contact }) => [contact.id, contact]))
  for (const conversation of conversations) {
    const contact = byId.get(conversation.contactId as string)
    assert.ok(contact && contact.createdAt <= conversation.createdAt)
    assert.equal(conversation.customerName, contact.name ?? null)
    assert.equal(conversation.customerEmail, contact.email ?? null)
    assert.equal(conversation.customerType, contact.type)
    if (conversation.channel === 'email') assert.ok(contact.email)
  }
})

test('no slot is left unfilled, and everything there is to show occurs', () => {
  const { conversations } = make(7)
  const messages = conversations.flatMap(messagesOf)
  for (const { text } of messages) assert.doesNotMatch(text, /[{}]|undefined|null/)
  for (const flag of ['isNote', 'isDeleted', 'isTransfer', 'isBot', 'isQuickReplyMsg', 'isAskBotMessage'] as const) {
    assert.ok(
      messages.some((message) => message[flag]),
      flag,
    )
  }
  assert.ok(messages.some((message) => message.contentType === 'file' && message.files.length === 1))
  assert.equal(new Set(conversations.map(({ channel }) => channel)).size, 5)
  const recent = conversations.filter(({ createdAt }) => createdAt.getTime() > until - DAY)
  for (const [name, isSeen] of Object.entries({
    resolved: conversations.some(({ status }) => status === 'resolved'),
    unread: conversations.some(({ isRead }) => !isRead),
    starred: conversations.some(({ isStarred }) => isStarred),
    assigned: conversations.some(({ memberId }) => memberId !== null),
    tags: conversations.some(({ tags }) => tags.length > 1),
    notes: conversations.some(({ notes }) => notes.length > 0),
    attributes: conversations.some(({ attributes }) => attributes.length > 0),
    summary: conversations.some(({ summary }) => summary !== null),
    pages: recent.some(({ pages }) => pages.length > 0),
  })) {
    assert.ok(isSeen, name)
  }
})

test('conversations of the older datastore and of the playground look their part', () => {
  for (const conversation of make(8, 'older').conversations) {
    assert.equal(conversation.datastore, 'firestore')
    assert.match(conversation.firestoreId as string, /^\w{20}$/)
  }
  for (const conversation of make(8, 'playground').conversations) {
    assert.deepEqual([conversation.isPlayground, conversation.contactId], [true, null])
  }
})

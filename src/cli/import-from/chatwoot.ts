import { marked } from 'marked'
import { nullPrototypeRecord } from '#base/null-prototype-record.ts'
import {
  type Found,
  isoTime,
  type KeepChanged,
  nameOf,
  type ReadConversation,
  type ReadMessage,
  words,
} from './records.ts'
import { type SourceApi, SourceError } from './source-api.ts'

/** Chatwoot's API of one account: https://developers.chatwoot.com. Bodies are Markdown. */

// biome-ignore lint/suspicious/noExplicitAny: answers of Chatwoot, read field by field
type Json = any

const CHANNELS = nullPrototypeRecord({
  'Channel::Email': 'email',
  'Channel::FacebookPage': 'social_messenger',
  'Channel::Instagram': 'photo_social',
  'Channel::Whatsapp': 'phone_messenger',
  'Channel::TwilioSms': 'phone_messenger',
  'Channel::Sms': 'phone_messenger',
})

const INCOMING = 0
const ACTIVITY = 2

export async function* readChatwoot(api: SourceApi, account: string, changed: KeepChanged): AsyncGenerator<Found> {
  const path = `/api/v1/accounts/${account}`
  for (const agent of listOf(await api.get(`${path}/agents`))) {
    const data = { email: agent.email, name: words(agent.available_name) ?? words(agent.name) }
    yield { kind: 'member', sourceId: String(agent.id), data }
  }
  for await (const contact of pages(api, `${path}/contacts?sort=id`)) {
    yield { kind: 'contact', sourceId: String(contact.id), data: contactOf(contact) }
  }
  for await (const page of pagesOf(api, `${path}/conversations?status=all&assignee_type=all&sort_by=created_at_asc`)) {
    const listed = page.map((one) => ({
      id: String(one.id),
      version: String(one.last_activity_at ?? one.updated_at ?? ''),
      one,
    }))
    for (const { id, version, one } of await changed(listed)) {
      const messages = await readMessages(api, `${path}/conversations/${one.id}/messages`)
      yield { kind: 'conversation', sourceId: id, version, data: conversationOf(one, messages) }
    }
  }
  yield* readArticles(api, path)
}

function contactOf(contact: Json) {
  const { city, country, country_code: countryCode } = contact.additional_attributes ?? {}
  return {
    name: words(contact.name),
    email: words(contact.email),
    phone: words(contact.phone_number),
    city: words(city),
    country: words(country),
    countryCode: words(countryCode),
    createdAt: isoTime(contact.created_at),
    lastChatAt: isoTime(contact.last_activity_at) ?? null,
  }
}

function conversationOf(one: Json, messages: ReadMessage[]): ReadConversation {
  const { sender, assignee, channel } = one.meta ?? {}
  const createdAt = isoTime(one.created_at)
  return {
    contactId: sender?.id === undefined ? null : String(sender.id),
    memberId: assignee?.id === undefined ? null : String(assignee.id),
    channel: CHANNELS[channel] ?? 'online_store',
    status: one.status === 'resolved' ? 'resolved' : 'open',
    tags: listOf(one.labels).map(String),
    ...(createdAt ? { createdAt } : {}),
    messages,
  }
}

/** All messages, oldest first: the API gives the newest, and those before one that is named. */
async function readMessages(api: SourceApi, path: string): Promise<ReadMessage[]> {
  const all = new Map<number, Json>()
  for (let before = ''; ; ) {
    const page = listOf(await api.get(`${path}${before}`)).filter(({ id }) => !all.has(id))
    if (page.length === 0) break
    for (const message of page) all.set(message.id, message)
    before = `?before=${Math.min(...page.map(({ id }) => id))}`
  }
  return [...all.values()].sort((a, b) => a.id - b.id).flatMap(messageOf)
}

function messageOf(message: Json): ReadMessage[] {
  const createdAt = isoTime(message.created_at)
  if (message.message_type === ACTIVITY || message.message_type === 'activity' || !createdAt) return []
  const isIncoming = message.message_type === INCOMING || message.message_type === 'incoming'
  const isBot = message.sender?.type === 'agent_bot' || message.sender_type === 'AgentBot'
  const hasAgent = !isIncoming && !isBot && message.sender?.id !== undefined
  const content = words(message.content)
  return [
    {
      sourceId: String(message.id),
      sender: isIncoming ? 'customer' : isBot || !hasAgent ? 'bot' : 'agent',
      memberId: hasAgent ? String(message.sender.id) : null,
      ...(words(message.sender?.name) ? { senderName: message.sender.name } : {}),
      ...(content ? { html: markdown(content) } : {}),
      isNote: message.private === true,
      files: listOf(message.attachments).flatMap((file) =>
        words(file.data_url)
          ? [{ sourceId: String(file.id), name: words(file.file_name) ?? nameOf(file.data_url), url: file.data_url }]
          : [],
      ),
      createdAt,
    },
  ]
}

const markdown = (text: string) => marked.parse(text, { async: false, breaks: true, gfm: true })

/** The states of articles that are imported; versions of Chatwoot spell them differently. */
const STATUSES = nullPrototypeRecord({ draft: 'draft', 0: 'draft', published: 'published', 1: 'published' })

async function* readArticles(api: SourceApi, path: string): AsyncGenerator<Found> {
  const portals = await api.get(`${path}/portals`).then(listOf, (error) => {
    if (error instanceof SourceError) return [] // a version without a help centre
    throw error
  })
  for (const { slug } of portals) {
    for await (const article of pages(api, `${path}/portals/${encodeURIComponent(slug)}/articles?`)) {
      const sourceId = String(article.id)
      const status = STATUSES[article.status]
      if (status) {
        const data = { question: words(article.title) ?? '', html: markdown(article.content ?? ''), status }
        yield { kind: 'faq', sourceId, data }
      } else {
        yield { kind: 'skipped', of: 'faq', sourceId, reason: 'The article is archived.' }
      }
    }
  }
}

/** Pages until one has nothing new: some lists ignore the page's number. */
async function* pagesOf(api: SourceApi, path: string): AsyncGenerator<Json[]> {
  const seen = new Set<string>()
  for (let page = 1; ; page++) {
    const records = listOf(await api.get(`${path}&page=${page}`)).filter(({ id }) => !seen.has(String(id)))
    if (records.length === 0) return
    for (const { id } of records) seen.add(String(id))
    yield records
  }
}

async function* pages(api: SourceApi, path: string): AsyncGenerator<Json> {
  for await (const page of pagesOf(api, path)) yield* page
}

/** The records of an answer: an array, or what it wraps in `payload` and `data`. */
function listOf(answer: Json): Json[] {
  if (Array.isArray(answer)) return answer
  if (Array.isArray(answer?.payload)) return answer.payload
  return answer?.data === undefined ? [] : listOf(answer.data)
}

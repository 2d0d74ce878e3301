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
import type { SourceApi } from './source-api.ts'

/** Intercom's API: https://developers.intercom.com. Bodies are HTML; parts come with a single conversation only. */

// biome-ignore lint/suspicious/noExplicitAny: answers of Intercom, read field by field
type Json = any

export const INTERCOM_HEADERS = { 'Intercom-Version': '2.11' }
const PAGE = 150
/** Parts that a conversation is answered with at most. */
const PARTS_MAX = 500

const CHANNELS = nullPrototypeRecord({
  email: 'email',
  facebook: 'social_messenger',
  instagram: 'photo_social',
  whatsapp: 'phone_messenger',
  sms: 'phone_messenger',
  phone_call: 'phone_messenger',
})

export async function* readIntercom(api: SourceApi, changed: KeepChanged): AsyncGenerator<Found> {
  for (const admin of (await api.get('/admins')).admins ?? []) {
    const sourceId = String(admin.id)
    if (words(admin.email)) yield { kind: 'member', sourceId, data: { email: admin.email, name: words(admin.name) } }
    else yield { kind: 'skipped', of: 'member', sourceId, reason: 'It has no email address.' }
  }
  for await (const page of pagesOf(api, '/contacts', 'data')) {
    for (const contact of page) yield { kind: 'contact', sourceId: String(contact.id), data: contactOf(contact) }
  }
  for await (const page of pagesOf(api, '/conversations', 'conversations')) {
    const listed = page.map(({ id, updated_at }) => ({ id: String(id), version: String(updated_at ?? '') }))
    for (const { id, version } of await changed(listed)) {
      const conversation = await api.get(`/conversations/${encodeURIComponent(id)}`)
      const parts = conversation.conversation_parts ?? {}
      yield { kind: 'conversation', sourceId: id, version, data: conversationOf(conversation) }
      if (parts.total_count > PARTS_MAX) {
        const reason = `It has ${parts.total_count} parts, of which Intercom gives ${PARTS_MAX}.`
        yield { kind: 'skipped', of: 'conversation', sourceId: id, reason }
      }
    }
  }
  for await (const page of pagesOf(api, '/articles', 'data')) {
    for (const article of page) {
      const sourceId = String(article.id)
      const status = article.state === 'published' ? 'published' : 'draft'
      const data = { question: words(article.title) ?? '', html: article.body ?? '', url: words(article.url), status }
      yield { kind: 'faq', sourceId, data }
    }
  }
}

function contactOf(contact: Json) {
  const { city, country, country_code: countryCode } = contact.location ?? {}
  return {
    name: words(contact.name),
    email: words(contact.email),
    phone: words(contact.phone),
    city: words(city),
    country: words(country),
    countryCode: words(countryCode),
    createdAt: isoTime(contact.created_at),
    lastChatAt: isoTime(contact.last_contacted_at ?? contact.last_replied_at) ?? null,
  }
}

function conversationOf(one: Json): ReadConversation {
  const { source = {} } = one
  const createdAt = isoTime(one.created_at)
  const parts: Json[] = one.conversation_parts?.conversation_parts ?? []
  const first = messageOf({
    ...source,
    id: source.id ?? `${one.id}-source`,
    created_at: one.created_at,
    part_type: 'comment',
  })
  const state = one.state ?? (one.open === false ? 'closed' : 'open')
  const contact = one.contacts?.contacts?.[0]?.id
  return {
    contactId: contact === undefined ? null : String(contact),
    memberId: one.admin_assignee_id ? String(one.admin_assignee_id) : null,
    channel: CHANNELS[source.type] ?? 'online_store',
    status: state === 'closed' ? 'resolved' : 'open',
    tags: (one.tags?.tags ?? []).flatMap(({ name }: Json) => words(name) ?? []),
    ...(createdAt ? { createdAt } : {}),
    messages: [...first, ...parts.flatMap(messageOf)],
  }
}

/** A part that says something: comments and notes, and what was written while closing or assigning. */
function messageOf(part: Json): ReadMessage[] {
  const createdAt = isoTime(part.created_at)
  const html = [words(part.subject), words(part.body)].filter((one) => one !== null).join('<br>')
  const files: Json[] = part.attachments ?? []
  if (!createdAt || (html === '' && files.length === 0)) return []
  const author = part.author ?? {}
  const isMember = author.type === 'admin' || author.type === 'team'
  const id = String(part.id)
  return [
    {
      sourceId: id,
      sender: author.type === 'bot' ? 'bot' : isMember ? 'agent' : 'customer',
      memberId: isMember && author.id !== undefined ? String(author.id) : null,
      ...(words(author.name) ? { senderName: author.name } : {}),
      ...(html ? { html } : {}),
      isNote: part.part_type === 'note',
      files: files.flatMap((file, i) =>
        words(file.url)
          ? [{ sourceId: String(file.id ?? `${id}-${i}`), name: words(file.name) ?? nameOf(file.url), url: file.url }]
          : [],
      ),
      createdAt,
    },
  ]
}

async function* pagesOf(api: SourceApi, path: string, key: string): AsyncGenerator<Json[]> {
  for (let next = `${path}?per_page=${PAGE}`; next; ) {
    const answer = await api.get(next)
    const records = answer[key] ?? answer.data ?? []
    if (records.length > 0) yield records
    const after = answer.pages?.next
    if (!after || records.length === 0) return
    next =
      typeof after === 'string'
        ? after
        : `${path}?per_page=${PAGE}&starting_after=${encodeURIComponent(after.starting_after)}`
  }
}

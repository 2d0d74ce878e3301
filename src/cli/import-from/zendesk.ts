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

/** Zendesk's API: https://developer.zendesk.com. Tickets come from the incremental export, which has all of them. */

// biome-ignore lint/suspicious/noExplicitAny: answers of Zendesk, read field by field
type Json = any

const CHANNELS = nullPrototypeRecord({
  chat: 'online_store',
  native_messaging: 'online_store',
  web_widget: 'online_store',
  facebook: 'social_messenger',
  instagram_dm: 'photo_social',
  whatsapp: 'phone_messenger',
  sms: 'phone_messenger',
})
const DONE = ['solved', 'closed']
const PAGE = 'page[size]=100'

/** What `Authorization` carries: an agent's address and an API token. */
export function zendeskHeaders(email: string, token: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${email}/token:${token}`).toString('base64')}` }
}

export async function* readZendesk(api: SourceApi, changed: KeepChanged): AsyncGenerator<Found> {
  /** Ids of agents: who wrote a comment says only an id. */
  const agents = new Set<string>()
  for await (const user of records(api, `/api/v2/users.json?role[]=agent&role[]=admin&${PAGE}`, 'users')) {
    if (user.role === 'end-user') continue
    const sourceId = String(user.id)
    agents.add(sourceId)
    if (words(user.email)) yield { kind: 'member', sourceId, data: { email: user.email, name: words(user.name) } }
    else yield { kind: 'skipped', of: 'member', sourceId, reason: 'It has no email address.' }
  }
  for await (const user of records(api, `/api/v2/users.json?role[]=end-user&${PAGE}`, 'users')) {
    if (agents.has(String(user.id))) continue
    const { name, email, phone, notes } = user
    const data = {
      name: words(name),
      email: words(email),
      phone: words(phone),
      note: words(notes),
      createdAt: isoTime(user.created_at),
    }
    yield { kind: 'contact', sourceId: String(user.id), data }
  }
  yield* readTickets(api, agents, changed)
  yield* readArticles(api)
}

async function* readTickets(api: SourceApi, agents: Set<string>, changed: KeepChanged): AsyncGenerator<Found> {
  for (let path = '/api/v2/incremental/tickets/cursor.json?start_time=0'; ; ) {
    const { tickets = [], after_cursor: cursor, after_url: next, end_of_stream: isLast } = await api.get(path)
    const listed = (tickets as Json[]).map((ticket) => ({
      id: String(ticket.id),
      version: String(ticket.updated_at ?? ''),
      ticket,
    }))
    for (const { id, version, ticket } of await changed(listed)) {
      if (ticket.status === 'deleted') {
        yield { kind: 'skipped', of: 'conversation', sourceId: id, reason: 'The ticket is deleted.' }
        continue
      }
      const messages: ReadMessage[] = []
      for await (const comment of records(api, `/api/v2/tickets/${id}/comments.json?${PAGE}`, 'comments')) {
        messages.push(...messageOf(comment, agents))
      }
      yield { kind: 'conversation', sourceId: id, version, data: conversationOf(ticket, messages) }
    }
    if (isLast || (!cursor && !next)) return
    path = cursor ? `/api/v2/incremental/tickets/cursor.json?cursor=${encodeURIComponent(cursor)}` : next
  }
}

function conversationOf(ticket: Json, messages: ReadMessage[]): ReadConversation {
  const createdAt = isoTime(ticket.created_at)
  return {
    contactId: ticket.requester_id ? String(ticket.requester_id) : null,
    memberId: ticket.assignee_id ? String(ticket.assignee_id) : null,
    channel: CHANNELS[ticket.via?.channel] ?? 'email',
    status: DONE.includes(ticket.status) ? 'resolved' : 'open',
    tags: (ticket.tags ?? []).map(String),
    ...(createdAt ? { createdAt } : {}),
    messages,
  }
}

function messageOf(comment: Json, agents: Set<string>): ReadMessage[] {
  const createdAt = isoTime(comment.created_at)
  if (!createdAt) return []
  const author = String(comment.author_id)
  const isAgent = agents.has(author)
  const html = words(comment.html_body)
  const text = words(comment.plain_body) ?? words(comment.body)
  return [
    {
      sourceId: String(comment.id),
      sender: isAgent || comment.public === false ? 'agent' : 'customer',
      memberId: isAgent ? author : null,
      ...(html ? { html } : text ? { text } : {}),
      isNote: comment.public === false,
      files: (comment.attachments ?? []).flatMap((file: Json) =>
        words(file.content_url)
          ? [
              {
                sourceId: String(file.id),
                name: words(file.file_name) ?? nameOf(file.content_url),
                url: file.content_url,
              },
            ]
          : [],
      ),
      createdAt,
    },
  ]
}

async function* readArticles(api: SourceApi): AsyncGenerator<Found> {
  try {
    for await (const article of records(api, `/api/v2/help_center/articles.json?${PAGE}`, 'articles')) {
      const sourceId = String(article.id)
      const status = article.draft ? 'draft' : 'published'
      const [question, url] = [words(article.title) ?? '', words(article.html_url)]
      yield { kind: 'faq', sourceId, data: { question, html: article.body ?? '', url, status } }
    }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error // no help centre
  }
}

async function* records(api: SourceApi, path: string, key: string): AsyncGenerator<Json> {
  for (let next: string | null = path; next; ) {
    const answer: Json = await api.get(next)
    yield* answer[key] ?? []
    next = answer.meta?.has_more === false ? null : (answer.links?.next ?? answer.next_page ?? null)
  }
}

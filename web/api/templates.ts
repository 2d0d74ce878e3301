import { queryOptions } from '@tanstack/react-query'
import { pathOf } from './conversations.ts'
import { get, send } from './http.ts'
import { changing } from './queries.ts'
import type { Message, SendableTemplate, TemplateChoice, TemplateList } from './records.ts'

/** WhatsApp's message templates of the account that a conversation's replies leave through. */

export const templatesQuery = (id: string, search: string) =>
  queryOptions({
    queryKey: ['templates', id, search],
    queryFn: ({ signal }) => get<TemplateList>(`${pathOf(id)}/templates?${new URLSearchParams({ q: search })}`, signal),
  })

export const refreshTemplates = (id: string) =>
  changing(send<TemplateList>('POST', `${pathOf(id)}/templates/refresh`), 'templates')

export const postTemplate = (id: string, template: TemplateChoice & { clientId: string }) =>
  send<Message>('POST', `${pathOf(id)}/template`, template)

/** The store's templates that rules can send. */
export const sendableTemplatesQuery = queryOptions({
  queryKey: ['templates'],
  queryFn: ({ signal }) => get<SendableTemplate[]>('/templates', signal),
})

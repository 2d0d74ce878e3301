import { Type } from 'typebox'
import { findTemplateAccount, listConversationTemplates, postTemplate } from '#core/channels/templates.ts'
import { getMemberMessage } from '#core/conversations/member-view.ts'
import type { App } from '#surfaces/http/app.ts'
import type { ChannelsForMembers } from './kit/channels.ts'
import { memberOf } from './kit/guard.ts'
import { body, ConversationPath, ofConversation, sendJson, text } from './kit/routes.ts'
import { answerOf } from './schemas/answers.ts'
import { TemplateList } from './schemas/channels.ts'
import { ClientId } from './schemas/conversations.ts'

const config = ofConversation
const params = ConversationPath
/** Placeholders of a template: Meta allows far fewer. */
const PARAMETERS_MAX = 100
const SEARCH_MAX = 100
const querystring = Type.Object({ q: Type.Optional(Type.String({ maxLength: SEARCH_MAX })) })

/** WhatsApp's message templates, for members who write to a customer (spec C13.10). */
export function templateRoutes(app: App, channels: ChannelsForMembers): void {
  app.get(
    '/conversations/:id/templates',
    { config, schema: { params, querystring, response: answerOf(TemplateList) } },
    async (request) => {
      const { q = '' } = request.query
      return { data: await listConversationTemplates(memberOf(request).caller, request.params.id, q.trim()) }
    },
  )

  app.post(
    '/conversations/:id/templates/refresh',
    { config, schema: { params, response: answerOf(TemplateList) } },
    async (request) => {
      const { caller } = memberOf(request)
      const { id } = request.params
      const { account } = await findTemplateAccount(caller, id)
      await channels.refreshTemplates(caller.shop, account)
      return { data: await listConversationTemplates(caller, id, '') }
    },
  )

  app.post(
    '/conversations/:id/template',
    {
      config,
      schema: {
        params,
        body: body({
          name: text(512),
          language: text(20),
          parameters: Type.Array(Type.String(), { maxItems: PARAMETERS_MAX }),
          clientId: Type.Optional(ClientId),
        }),
      },
    },
    async (request, reply) => {
      const { caller, memberId } = memberOf(request)
      const { id } = request.params
      const { renderedJson } = await postTemplate(caller, id, { ...request.body, memberId })
      const stored = await getMemberMessage(caller, id, JSON.parse(renderedJson).id as string)
      return sendJson(reply, `{"data":${stored}}`, 201)
    },
  )
}

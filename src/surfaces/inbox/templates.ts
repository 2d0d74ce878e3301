import { Type } from 'typebox'
import {
  findTemplateAccount,
  listConversationTemplates,
  listSendableTemplates,
  postTemplate,
} from '#core/channels/templates.ts'
import { getMemberMessage } from '#core/conversations/member-view.ts'
import type { App } from '#surfaces/http/app.ts'
import type { ChannelsForMembers } from './kit/channels.ts'
import { memberOf } from './kit/guard.ts'
import { body, ConversationPath, ofConversation, sendJson } from './kit/routes.ts'
import { answerOf } from './schemas/answers.ts'
import { SendableTemplate, TemplateChoice, TemplateList } from './schemas/channels.ts'
import { ClientId } from './schemas/conversations.ts'

const config = ofConversation
const params = ConversationPath
const SEARCH_MAX = 100
const querystring = Type.Object({ q: Type.Optional(Type.String({ maxLength: SEARCH_MAX })) })

/** WhatsApp's message templates, for members who write to a customer (spec C13.10). */
export function templateRoutes(app: App, channels: ChannelsForMembers): void {
  app.get('/templates', { schema: { response: answerOf(Type.Array(SendableTemplate)) } }, async (request) => ({
    data: await listSendableTemplates(memberOf(request).caller),
  }))

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
          ...TemplateChoice.properties,
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

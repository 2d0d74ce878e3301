import type { SlackApi } from '#channels/slack/api.ts'
import { connectSlack, disconnectSlack, readSlackConnection } from '#core/slack/connection.ts'
import type { App } from '#surfaces/http/app.ts'
import { memberOf } from './kit/guard.ts'
import { body, text } from './kit/routes.ts'
import { answerOf, Named } from './schemas/answers.ts'
import { SlackSettings } from './schemas/slack.ts'

const config = { access: 'admin' } as const
/** Characters of a token, a secret or an ID: more than Slack's have. */
const FIELD_MAX = 300

/** The channel in Slack where customers’ messages are posted. For admins. */
export function slackSettingRoutes(app: App, { api, baseUrl }: { api: SlackApi; baseUrl: string }): void {
  const settingsOf = (shopId: string) => ({ eventsUrl: `${baseUrl}/channels/slack/${encodeURIComponent(shopId)}` })

  app.get('/slack', { config, schema: { response: answerOf(SlackSettings) } }, async (request) => {
    const { caller } = memberOf(request)
    return { data: { ...settingsOf(caller.shop.shopId), connection: await readSlackConnection(caller) } }
  })

  app.put(
    '/slack',
    {
      config: { ...config, needsProof: true },
      schema: {
        body: body({ token: text(FIELD_MAX), signingSecret: text(FIELD_MAX), channelId: text(FIELD_MAX) }),
        response: answerOf(SlackSettings),
      },
    },
    async (request) => {
      const { caller } = memberOf(request)
      const connection = await connectSlack(caller, request.body, api)
      return { data: { ...settingsOf(caller.shop.shopId), connection } }
    },
  )

  app.delete('/slack', { config, schema: { response: answerOf(Named) } }, async (request) => {
    await disconnectSlack(memberOf(request).caller)
    return { data: { id: 'slack' } }
  })
}

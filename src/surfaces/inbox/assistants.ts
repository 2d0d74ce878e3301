import { Type } from 'typebox'
import { disconnectAssistant, listAssistants } from '#core/assistants/assistants.ts'
import { allowAssistant, readConsent } from '#core/assistants/consent.ts'
import type { ConsentOptions } from '#core/assistants/requests.ts'
import { AUTHORIZATION_QUERY_MAX } from '#core/limits.ts'
import type { App } from '#surfaces/http/app.ts'
import { text } from '#surfaces/http/schema.ts'
import { memberOf } from './kit/guard.ts'
import { body } from './kit/routes.ts'
import { answerOf, Named } from './schemas/answers.ts'
import { AllowedConsent, Assistant, Consent } from './schemas/assistants.ts'

const config = { access: 'admin' } as const
const withProof = { ...config, needsProof: true } as const
/** An assistant's request as the browser brought it to the page where an admin is asked. */
const asked = body({ appId: text(64), query: text(AUTHORIZATION_QUERY_MAX) })

/** Assistants that ask for authorization, and authorized ones. */
export function assistantRoutes(app: App, options: ConsentOptions): void {
  app.post(
    '/assistant-requests/read',
    { config, schema: { body: asked, response: answerOf(Consent) } },
    async (request) => ({ data: await readConsent(memberOf(request), request.body, options) }),
  )

  app.post(
    '/assistant-requests/allow',
    { config: withProof, schema: { body: asked, response: answerOf(AllowedConsent) } },
    async (request) => ({ data: { redirectTo: await allowAssistant(memberOf(request), request.body, options) } }),
  )

  app.get('/assistants', { config, schema: { response: answerOf(Type.Array(Assistant)) } }, async (request) => ({
    data: await listAssistants(memberOf(request).caller),
  }))

  app.delete(
    '/assistants/:assistantId',
    { config, schema: { params: Type.Object({ assistantId: Type.String() }), response: answerOf(Named) } },
    async (request) => {
      await disconnectAssistant(memberOf(request).caller, request.params.assistantId)
      return { data: { id: request.params.assistantId } }
    },
  )
}

import type { AddressBook } from '#channels/address.ts'
import { ParleyError } from '#core/errors.ts'
import { type App, mount } from '#surfaces/http/app.ts'
import { answerError, frameworkRefusal } from '#surfaces/http/errors.ts'
import { attributeRoutes } from './attributes.ts'
import { conversationRoutes } from './conversations.ts'
import type { Guard } from './guard.ts'
import { messageRoutes } from './messages.ts'
import { noteRoutes } from './notes.ts'
import { peopleRoutes } from './people.ts'
import { tagRoutes } from './tags.ts'
import { webhookRoutes } from './webhooks.ts'

/** The REST API under /chat (spec 4.1 to 4.4). Order of refusals: rate limit, credential, path, body. */
export function restSurface(app: App, guard: Guard, addresses: AddressBook): Promise<void> {
  return mount(app, '/chat', (scope) => {
    scope.addHook('onRequest', guard)
    scope.setErrorHandler(async (error: Error & { code?: string }, request, reply) => {
      // A refused body or query comes second to a path that leads nowhere.
      const refused = error instanceof ParleyError ? error.code === 'INVALID_PARAMS' : frameworkRefusal(error as never)
      const { requirePath } = request.routeOptions.config
      if (refused && requirePath && request.caller) {
        try {
          await requirePath(request.caller, request.params as Record<string, string>)
        } catch (missing) {
          return answerError(missing, request, reply)
        }
      }
      return answerError(error, request, reply)
    })
    conversationRoutes(scope)
    messageRoutes(scope)
    tagRoutes(scope)
    noteRoutes(scope)
    attributeRoutes(scope)
    peopleRoutes(scope)
    webhookRoutes(scope, addresses)
  })
}

import type { AddressBook } from '#outbound/address.ts'
import { type App, mount } from '#surfaces/http/app.ts'
import { answerPathFirst } from '#surfaces/http/check-path-before-body.ts'
import { attributeRoutes } from './attributes.ts'
import { conversationRoutes } from './conversations.ts'
import type { KeyGuard } from './guard.ts'
import { messageRoutes } from './messages.ts'
import { noteRoutes } from './notes.ts'
import { peopleRoutes } from './people.ts'
import { tagRoutes } from './tags.ts'
import { webhookFeedRoutes } from './webhook-feed.ts'
import { webhookRoutes } from './webhooks.ts'

/** The REST API under /chat (spec 4.1 to 4.4). Order of refusals: rate limit, credential, path, body. */
export function restSurface(app: App, guard: KeyGuard, addresses: AddressBook): Promise<void> {
  const routes = (scope: App) => {
    scope.addHook('onRequest', guard)
    scope.setErrorHandler(answerPathFirst)
    conversationRoutes(scope)
    messageRoutes(scope)
    tagRoutes(scope)
    noteRoutes(scope)
    attributeRoutes(scope)
    peopleRoutes(scope)
    webhookRoutes(scope, addresses)
    webhookFeedRoutes(scope)
  }
  return mount(app, '/chat', routes)
}

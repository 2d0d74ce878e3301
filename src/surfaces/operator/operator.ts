import { operatorCaller } from '#core/caller.ts'
import { ParleyError } from '#core/errors.ts'
import { requireStore } from '#core/stores/stores.ts'
import { hasOperatorToken } from '#surfaces/health.ts'
import { type App, mount } from '#surfaces/http/app.ts'
import { answerPathFirst } from '#surfaces/http/check-path-before-body.ts'
import { operatorChannelRoutes } from './channels.ts'
import { operatorConnectionRoutes } from './connections.ts'
import { credentialRoutes } from './credentials.ts'
import { dataRoutes } from './data.ts'
import { helpDomainRoutes } from './help-domain.ts'
import { memberRoutes } from './members.ts'
import type { Operator } from './parts.ts'
import { privacyRoutes } from './privacy.ts'
import { sourceImportRoutes } from './source-imports.ts'
import { storeMoveRoutes } from './store-moves.ts'
import { storeRoutes } from './stores.ts'
import { operatorWebhookRoutes } from './webhooks.ts'

/** The operator API (spec C3). Every answer is `{"data":…}`. */
export function operatorSurface(app: App, { token, ...operator }: Operator & { token: string }): Promise<void> {
  const { database } = operator
  return mount(app, '/operator', (scope) => {
    scope.addHook('onRequest', async (request) => {
      if (!hasOperatorToken(request, token)) {
        throw new ParleyError('UNAUTHENTICATED', 'Send the operator token as Authorization: Bearer.')
      }
    })
    // The path comes before the body (spec C9.11): first its store, then, where a route says so, its record.
    scope.addHook('onRequest', async (request) => {
      const { shopId } = request.params as { shopId?: string }
      if (shopId === undefined || request.routeOptions.config.refusesMethods) return
      await requireStore(database, shopId)
      request.caller = operatorCaller(database, shopId)
    })
    scope.setErrorHandler(answerPathFirst)
    storeRoutes(scope, operator)
    storeMoveRoutes(scope, operator)
    sourceImportRoutes(scope, operator)
    credentialRoutes(scope)
    dataRoutes(scope, operator)
    memberRoutes(scope, operator)
    privacyRoutes(scope, operator)
    helpDomainRoutes(scope, operator)
    operatorWebhookRoutes(scope)
    operatorChannelRoutes(scope, operator)
    operatorConnectionRoutes(scope, operator)
  })
}

import { operatorCaller } from '#core/caller.ts'
import { ParleyError } from '#core/errors.ts'
import { requireStore } from '#core/stores/stores.ts'
import { hasOperatorToken } from '#surfaces/health.ts'
import { type App, mount } from '#surfaces/http/app.ts'
import { operatorChannelRoutes } from './channels.ts'
import { operatorConnectionRoutes } from './connections.ts'
import { credentialRoutes } from './credentials.ts'
import { dataRoutes } from './data.ts'
import type { Operator } from './parts.ts'
import { privacyRoutes } from './privacy.ts'
import { storeRoutes } from './stores.ts'
import { operatorWebhookRoutes } from './webhooks.ts'

export type OperatorOptions = Omit<Operator, 'callerFor'> & { token: string }

/** The operator API (contract, section 3): for whoever runs the service. Every answer is `{"data":…}`. */
export function operatorSurface(app: App, { token, ...parts }: OperatorOptions): Promise<void> {
  const operator: Operator = {
    ...parts,
    callerFor: async (shopId) => {
      await requireStore(parts.database, shopId)
      return operatorCaller(parts.database, shopId)
    },
  }
  return mount(app, '/operator', (scope) => {
    scope.addHook('onRequest', async (request) => {
      if (!hasOperatorToken(request, token)) {
        throw new ParleyError('UNAUTHENTICATED', 'Send the operator token as Authorization: Bearer.')
      }
    })
    storeRoutes(scope, operator)
    credentialRoutes(scope, operator)
    dataRoutes(scope, operator)
    privacyRoutes(scope, operator)
    operatorWebhookRoutes(scope, operator)
    operatorChannelRoutes(scope, operator)
    operatorConnectionRoutes(scope, operator)
  })
}

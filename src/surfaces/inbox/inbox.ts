import { type App, mount } from '#surfaces/http/app.ts'
import { accountRoutes } from './account.ts'
import { createInboxGuard } from './guard.ts'
import { type SignInOptions, signInRoutes } from './sign-in.ts'
import { teamRoutes } from './team.ts'

export type InboxOptions = SignInOptions

/** What the members' inbox asks for, under /api/chat. Order of refusals: key, origin, session, role, path, body. */
export function inboxSurface(app: App, options: InboxOptions): Promise<void> {
  return mount(app, '/api/chat', (scope) => {
    scope.addHook('onRequest', createInboxGuard(options.database, options.baseUrl))
    scope.addHook('onSend', (_request, reply, payload, done) => {
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
      done(null, payload)
    })
    signInRoutes(scope, options)
    accountRoutes(scope, options)
    teamRoutes(scope, options)
  })
}

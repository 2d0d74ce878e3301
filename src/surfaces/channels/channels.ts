import type { Database } from '#database/database.ts'
import { type App, mount } from '#surfaces/http/app.ts'
import { emailRoutes } from './email.ts'
import { type MetaApp, metaRoutes } from './meta.ts'
import { slackRoutes } from './slack.ts'

export interface ChannelsOptions {
  database: Database
  meta: MetaApp | undefined
}

/** Receives what customers wrote from providers (spec C11). Bodies stay bytes: those are what is signed. */
export function channelsSurface(app: App, { database, meta }: ChannelsOptions): Promise<void> {
  return mount(app, '/channels', (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    emailRoutes(scope, database)
    slackRoutes(scope, database)
    if (meta) metaRoutes(scope, { database, meta })
  })
}

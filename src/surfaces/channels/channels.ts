import type { Database } from '#database/database.ts'
import { type App, mount } from '#surfaces/http/app.ts'
import { type MetaApp, metaRoutes } from './meta.ts'

export interface ChannelsOptions {
  database: Database
  meta: MetaApp | undefined
}

/** Webhook bodies: Meta sends up to a thousand events in one. */
const BODY_BYTES_MAX = 5 * 1024 * 1024

/** Where providers hand in what customers wrote (contract, section 11). Bodies stay bytes: those are what is signed. */
export function channelsSurface(app: App, { database, meta }: ChannelsOptions): Promise<void> {
  return mount(app, '/channels', (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX }, (_request, body, done) =>
      done(null, body),
    )
    if (meta) metaRoutes(scope, { database, meta })
  })
}

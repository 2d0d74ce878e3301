import type { IncomingMessage } from 'node:http'
import type { Registry } from 'prom-client'
import type { Logger } from '#base/logger.ts'
import type { SignedIn } from '#core/members/sessions.ts'
import { Presence } from '#core/presence/presence.ts'
import type { Database } from '#database/database.ts'
import type { App } from '#surfaces/http/app.ts'
import { Hub } from './hub.ts'
import { MemberSockets } from './members.ts'
import { createOwnOriginRule } from './origin.ts'
import { SocketServer } from './server.ts'

export interface RealtimeOptions {
  database: Database
  /** No other process shares the database. */
  isAlone: boolean
  baseUrl: string
  trustProxy: string[]
  /** Sockets of one address; 0 for no limit. */
  socketsPerAddress: number
  /** Whether a request was sent to a host that serves no sockets: a store's own domain. */
  isOwnHost: (request: IncomingMessage) => boolean
  registry: Registry
  logger: Logger
}

/** What surfaces with sockets share. One for the process; made before the surfaces. */
export interface Realtime {
  database: Database
  hub: Hub
  presence: Presence
  sockets: SocketServer
  /** Whether a request comes from a page of this service; null when it comes from no page. */
  isOwnOrigin: (request: IncomingMessage) => boolean | null
}

export function createRealtime(app: App, options: RealtimeOptions): Realtime {
  const { database, isAlone, baseUrl, trustProxy, socketsPerAddress, isOwnHost, registry, logger } = options
  const hub = new Hub(database, registry, logger)
  const presence = new Presence(database, { isAlone, logger })
  const sockets = new SocketServer(app, { perAddress: socketsPerAddress, trustProxy, isOwnHost, registry })
  app.addHook('onClose', async () => presence.stop())
  return { database, hub, presence, sockets, isOwnOrigin: createOwnOriginRule(baseUrl) }
}

/**
 * Takes members' sockets at a path (`/api/chat/socket`). `authenticate` reads the session cookie of the request; only
 * pages of this service may connect, since a browser sends the cookie for any page. `drop` closes a member's sockets.
 */
export function memberSocket(
  app: App,
  realtime: Realtime,
  path: string,
  authenticate: (request: IncomingMessage) => Promise<SignedIn | null>,
): MemberSockets {
  const { database, hub, presence } = realtime
  const members = new MemberSockets({ database, hub, presence })
  realtime.sockets.route(path, {
    kind: members,
    mayOpen: (request) => realtime.isOwnOrigin(request) === true,
    authenticate,
  })
  app.addHook('onClose', async () => members.stop())
  return members
}

import type { IncomingMessage } from 'node:http'

/** Host names that serve one part of the service and nothing else: help pages at a store's own domain. */
export interface OwnHosts {
  /** The path under which a host's part is; undefined for every other host. */
  pathOf(host: string): string | undefined
}

interface Hosted extends IncomingMessage {
  /** The host that the request was sent to, where that serves one part alone. */
  ownHost?: string
}

/** The host name of a request, without its port and in lower case. */
export function hostOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  return (headers.host ?? '').toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')
}

/** The path that a request is routed by: at a host of its own, below that host's part, so that nothing else is reached there. */
export function pathAtHost(request: IncomingMessage, hosts: OwnHosts | undefined): string {
  const { url = '/' } = request
  const host = hostOf(request)
  const path = hosts?.pathOf(host)
  if (path === undefined) return url
  ;(request as Hosted).ownHost = host
  return url.startsWith('/') ? `${path}${url.replace(/^\/(?=$|\?)/, '')}` : `${path}/${url}`
}

/** The host name of a store that the request was sent to; undefined at the service's own. */
export const ownHostOf = (request: IncomingMessage): string | undefined => (request as Hosted).ownHost

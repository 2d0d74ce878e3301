import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/**
 * Which browser pages may call: the service's own, those on this machine, and the listed ones. Without this rule any
 * page could reach a server on its reader's machine by giving its own name that address (DNS rebinding).
 */
export function createOriginRule(baseUrl: string, listed: string[]): (origin: string) => boolean {
  const allowed = new Set([baseUrl, ...listed].map((url) => new URL(url).origin))
  return (origin) => URL.canParse(origin) && (allowed.has(origin.toLowerCase()) || isLoopback(new URL(origin)))
}

function isLoopback({ protocol, hostname }: URL): boolean {
  if (protocol !== 'http:' && protocol !== 'https:') return false
  const host = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  return family === 0 ? host === 'localhost' : loopback.check(host, family === 4 ? 'ipv4' : 'ipv6')
}

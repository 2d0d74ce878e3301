import ipaddr from 'ipaddr.js'

declare const isNetwork: unique symbol
/** What limits count requests by; only `networkOf` makes one, so no limit counts single addresses of IPv6 by mistake. */
export type Network = string & { readonly [isNetwork]: true }

/**
 * What counts as one address wherever requests are limited: an IPv4 address, or the /64 network of an IPv6 address,
 * since who has one address of it has all of them. An IPv4 address written as IPv6 is the IPv4 address.
 */
export function networkOf(address: string): Network {
  const plain = address.split('%', 1)[0] as string // without the zone of a link-local address
  if (!ipaddr.isValid(plain)) return address.slice(0, 64) as Network
  const parsed = ipaddr.process(plain)
  if (parsed.kind() === 'ipv4') return parsed.toString() as Network
  const parts = (parsed as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16))
  return `${parts.join(':')}::/64` as Network
}

/** An address without the part that tells one household from another: its /24 network, or /48 of IPv6. For people to read. */
export function cutAddress(address: string): string {
  const plain = address.split('%', 1)[0] as string
  if (!ipaddr.isValid(plain)) return ''
  const parsed = ipaddr.process(plain)
  if (parsed.kind() === 'ipv4') return `${(parsed as ipaddr.IPv4).octets.slice(0, 3).join('.')}.0/24`
  const parts = (parsed as ipaddr.IPv6).parts.slice(0, 3).map((part) => part.toString(16))
  return `${parts.join(':')}::/48`
}

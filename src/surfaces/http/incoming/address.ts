import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** The address a request comes from: the peer's, or, behind proxies that are trusted, the one that they tell of. */
export function createAddressReader(trustProxy: string[]): (request: IncomingMessage) => string {
  const trusted = new BlockList()
  for (const network of trustProxy) {
    const [address = '', prefix] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) trusted.addAddress(address, family)
    else trusted.addSubnet(address, Number(prefix), family)
  }
  const isTrusted = (mapped: string) => {
    const address = mapped.replace(/^::ffff:(?=\d+\.)/i, '')
    const family = isIP(address)
    return family !== 0 && trusted.check(address, family === 6 ? 'ipv6' : 'ipv4')
  }
  return (request) => {
    let address = request.socket.remoteAddress ?? ''
    if (trustProxy.length === 0) return address
    const told = String(request.headers['x-forwarded-for'] ?? '').split(',')
    // From the nearest proxy outwards, as far as each is one that we believe.
    while (isTrusted(address)) {
      const next = told.pop()?.trim()
      if (!next) break
      address = next
    }
    return address
  }
}

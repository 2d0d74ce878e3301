import { networkInterfaces } from 'node:os'

/** What the service itself is reached by. */
interface Own {
  /** Its public address. */
  baseUrl: string
  /** The port that its processes listen to. */
  port: number
  /** Whether a host name is that of a help centre, which the service serves too. */
  isHelpCentre(host: string): boolean
}

const portOf = ({ port, protocol }: URL): string => port || (protocol === 'https:' ? '443' : '80')
const hostOf = ({ hostname }: URL): string => hostname.replace(/\.$/, '').toLowerCase()

/**
 * Whether a URL leads to this service: by its public name, by a help centre's, or by an address of this machine and the port
 * that the service listens to. `address` is what the URL's host name was resolved to.
 */
export function createOwnAddressCheck({ baseUrl, port, isHelpCentre }: Own): (url: URL, address: string) => boolean {
  const own = new URL(baseUrl)
  return (url, address) =>
    (hostOf(url) === hostOf(own) && portOf(url) === portOf(own)) ||
    isHelpCentre(hostOf(url)) ||
    (portOf(url) === String(port) && isOfThisMachine(address))
}

function isOfThisMachine(address: string): boolean {
  const plain = address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '')
  if (/^(127\.|0\.|::1?$|::ffff:7f|::ffff:0:)/.test(plain)) return true
  return Object.values(networkInterfaces()).some((all) => all?.some((one) => one.address === plain))
}

import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { within } from '#base/within.ts'
import { SystemNames } from './os-dns-resolver.ts'

/**
 * Which hosts outbound requests may reach: public addresses, in every spelling, and the networks that the operator
 * allows. A name is resolved once and the answer is what is connected to, so it cannot change in between.
 */
export interface AddressPolicy {
  /** Networks that may be reached although they are not public, such as 10.0.0.0/8. */
  allow: readonly string[]
  /** Name servers; empty means the system's. */
  dnsServers: readonly string[]
}

/** An address may not be reached. The message says which and why. */
export class AddressRefused extends Error {}

/** The name cannot be resolved now. */
export class NameUnresolved extends Error {}

const NAME_BUDGET_MS = 3_000
type Address = ipaddr.IPv4 | ipaddr.IPv6

/** Special ranges inside 2000::/3 that lead elsewhere or nowhere: Teredo, ORCHID, documentation, 6to4. */
const SPECIAL_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'].map((cidr) => ipaddr.parseCIDR(cidr))
const GLOBAL_V6 = ipaddr.parseCIDR('2000::/3')
/** 0.0.0.0/8, documentation, benchmark, relay and protocol ranges that the library leaves as unicast, and the rest. */
const SPECIAL_V4 = [
  '0.0.0.0/8',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
].map((cidr) => ipaddr.parseCIDR(cidr))

export class AddressBook {
  readonly #allow: [Address, number][]
  readonly #resolver: Resolver
  readonly #systemNames = new SystemNames()
  readonly #ownServers: boolean

  constructor(policy: AddressPolicy) {
    this.#allow = policy.allow.map((network) =>
      network.includes('/') ? ipaddr.parseCIDR(network) : [ipaddr.parse(network), isIP(network) === 4 ? 32 : 128],
    )
    this.#ownServers = policy.dnsServers.length > 0
    this.#resolver = new Resolver({ timeout: 1_000, tries: 2 })
    if (this.#ownServers) this.#resolver.setServers(policy.dnsServers)
  }

  /**
   * The address to connect to for a url's host name. All its addresses must be allowed; the first is taken, IPv4 before
   * IPv6. Throws `AddressRefused` or `NameUnresolved`.
   */
  async resolve(hostname: string): Promise<string> {
    const host = hostname
      .replace(/^\[|\]$/g, '')
      .replace(/\.$/, '')
      .toLowerCase()
    const addresses = isIP(host)
      ? [host]
      : host === 'localhost' || host.endsWith('.localhost')
        ? ['127.0.0.1']
        : await this.#lookUp(host)
    for (const address of addresses) {
      const reason = this.#whyRefused(address)
      if (reason)
        throw new AddressRefused(
          address === host ? `${address} ${reason}` : `${host} resolves to ${address}, which ${reason}`,
        )
    }
    return addresses[0] as string
  }

  /** Whether an address that `resolve` returned is in a network that the operator named, public or not. */
  isNamed(address: string): boolean {
    return this.#isAllowed(parse(address))
  }

  #lookUp(host: string): Promise<string[]> {
    const late = () => new NameUnresolved(`${host} was not resolved within ${NAME_BUDGET_MS / 1000} s`)
    return within(NAME_BUDGET_MS, this.#ask(host), late)
  }

  async #ask(host: string): Promise<string[]> {
    const answers = await Promise.allSettled([this.#resolver.resolve4(host), this.#resolver.resolve6(host)])
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length > 0) return addresses
    // Names of /etc/hosts are not in DNS.
    const found = this.#ownServers ? [] : await this.#systemNames.find(host, NAME_BUDGET_MS)
    if (found.length === 0) throw new NameUnresolved(`${host} cannot be resolved`)
    return found
  }

  #whyRefused(text: string): string | null {
    return this.#isAllowed(parse(text)) ? null : whyNotPublic(text)
  }

  #isAllowed(address: Address): boolean {
    return this.#allow.some(([network, bits]) =>
      [address, embeddedV4(address) ?? address].some(
        (one) => one.kind() === network.kind() && one.match(network as never, bits),
      ),
    )
  }
}

/** Whether an address is one of the internet's, rather than of somebody's own network. */
export function isPublicAddress(address: string): boolean {
  return whyNotPublic(address) === null
}

const parse = (text: string): Address => ipaddr.parse(text.split('%')[0] as string)

function whyNotPublic(text: string): string | null {
  const address = parse(text)
  const meant = embeddedV4(address) ?? address
  if (text.includes('%')) return 'is not a public address (link-local)'
  if (meant.kind() === 'ipv4') {
    const range = meant.range()
    const isSpecial = SPECIAL_V4.some((network) => (meant as ipaddr.IPv4).match(network as [ipaddr.IPv4, number]))
    return range === 'unicast' && !isSpecial
      ? null
      : `is not a public address (${range === 'unicast' ? 'reserved' : range})`
  }
  const v6 = address as ipaddr.IPv6
  const isGlobal = v6.match(GLOBAL_V6 as [ipaddr.IPv6, number])
  const isSpecial = SPECIAL_V6.some((network) => v6.match(network as [ipaddr.IPv6, number]))
  return isGlobal && !isSpecial ? null : `is not a public address (${v6.range()})`
}

/** The IPv4 address that packets for an IPv6 one end up at: mapped (::ffff:0:0/96) and NAT64 (64:ff9b::/96) forms. */
function embeddedV4(address: Address): ipaddr.IPv4 | null {
  if (address.kind() === 'ipv4') return null
  const parts = (address as ipaddr.IPv6).parts
  const zeros = (from: number, to: number) => parts.slice(from, to).every((part) => part === 0)
  const isMapped = zeros(0, 5) && parts[5] === 0xffff
  const isNat64 = parts[0] === 0x64 && parts[1] === 0xff9b && zeros(2, 6)
  if (!isMapped && !isNat64) return null
  const [high, low] = [parts[6] as number, parts[7] as number]
  return new ipaddr.IPv4([high >> 8, high & 255, low >> 8, low & 255])
}

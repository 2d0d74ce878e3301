import { invalidParams } from '#core/errors.ts'
import { type AddressBook, AddressRefused, NameUnresolved } from '#outbound/address.ts'

/** The network that actions may reach. */
export interface ActionNetwork {
  /** Public addresses, and the networks of AI_ACTION_ALLOW_CIDRS. */
  addresses: AddressBook
  /** Whether a URL leads to the service itself. */
  isOwn(url: URL, address: string): boolean
}

/** What requests of actions carry, so that the service refuses one that reaches itself in a way that nothing foresaw. */
export const ACTION_USER_AGENT = 'Parley-Actions/1.0'

/**
 * Throws AddressRefused for a URL that no action may call, and NameUnresolved: https at a public address, https or http in a
 * network that the operator named, and never the service itself.
 */
export async function requireAllowed(url: URL, { addresses, isOwn }: ActionNetwork): Promise<void> {
  const address = await addresses.resolve(url.hostname)
  if (isOwn(url, address)) throw new AddressRefused('it is an address of this service itself')
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && addresses.isNamed(address)))
    throw new AddressRefused('it is not https, and not in a network of AI_ACTION_ALLOW_CIDRS')
}

/** INVALID_PARAMS for an address that no action may call. One that cannot be resolved now may be later. */
export async function checkActionUrl(url: URL, network: ActionNetwork): Promise<void> {
  try {
    await requireAllowed(url, network)
  } catch (error) {
    if (error instanceof AddressRefused) throw invalidParams(`url cannot be reached from here: ${error.message}.`)
    if (!(error instanceof NameUnresolved)) throw error
  }
}

/** Which addresses are the store's own: an answer to one of them would come back to it. */

export interface OwnAddresses {
  /** Addresses of the store's connected mailboxes, in lowercase. */
  mailboxes: ReadonlySet<string>
  /** What the service's own mail is from; null where it sends none. */
  service: string | null
  /** The domain of the service's own door; null where it is off. */
  inboundDomain: string | null
  /** Active members by their address in lowercase, of the addresses that a mail names. */
  members: ReadonlyMap<string, { id: string; name: string }>
}

/** What the service makes at its domain: signed addresses, and `{account id}@`. */
const MADE = /^((reply|bounce|forward)\+.*|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** An address without its tag: `help+order@shop.example` is delivered to `help@shop.example`. */
export const withoutTag = (address: string) => address.replace(/^([^+@]{1,64})\+[^@]{0,64}@/, '$1@')

/** Whether two addresses, in lowercase, are one mailbox. */
export const isSameMailbox = (a: string, b: string) => withoutTag(a) === withoutTag(b)

/** Whether an address is a mailbox that the store connected. */
export const isMailbox = (own: OwnAddresses, address: string) =>
  own.mailboxes.has(address) || own.mailboxes.has(withoutTag(address))

/** Whether an address is the service's, from which no person writes. */
export function isService({ service, inboundDomain }: OwnAddresses, address: string): boolean {
  if (address === service) return true
  const [local = '', domain] = address.split('@')
  return domain === inboundDomain && MADE.test(local)
}

/** Whether an address is the store's, its members' or the service's. */
export const isOwn = (own: OwnAddresses, address: string) =>
  isMailbox(own, address) || isService(own, address) || own.members.has(address)

import type { LookupFunction } from 'node:net'
import type { AddressBook } from './address.ts'

/** What a connection is made with so that it reaches a vetted address and no other, whatever the name leads to by then. */
export interface PinnedConnect {
  autoSelectFamily: false
  lookup: LookupFunction
}

/** Every name is this address. (Node does not ask for a host that is an address itself.) */
export function pinnedTo(address: string): PinnedConnect {
  return { autoSelectFamily: false, lookup: (_host, options, done) => answer(address, options, done) }
}

/** Every name is the address that the book allows; the connection fails with the book's error otherwise. */
export function pinnedBy(addresses: AddressBook): PinnedConnect {
  return {
    autoSelectFamily: false,
    lookup: (host, options, done) =>
      void addresses.resolve(host).then(
        (address) => answer(address, options, done),
        (error: Error) => done(error, '', 4),
      ),
  }
}

function answer(address: string, { all }: { all?: boolean | undefined }, done: Parameters<LookupFunction>[2]): void {
  const family = address.includes(':') ? 6 : 4
  if (all) done(null, [{ address, family }])
  else done(null, address, family)
}

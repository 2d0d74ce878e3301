import { Agent, fetch as undiciFetch } from 'undici'
import type { AddressBook } from './address.ts'

/**
 * A `fetch` that reaches only hosts that the operator allows: a name is resolved once, and its vetted address is what is
 * connected to. Redirects are refused, and so are answers of more than `bytes`.
 */
export function createVettedFetch(
  addresses: AddressBook,
  { timeoutMs, bytes }: { timeoutMs: number; bytes: number },
): typeof fetch {
  const agent = new Agent({
    maxResponseSize: bytes,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connect: {
      timeout: timeoutMs,
      autoSelectFamily: false,
      lookup(hostname, { all }, done) {
        addresses.resolve(hostname).then(
          (address) => {
            const family = address.includes(':') ? 6 : 4
            if (all) done(null, [{ address, family }])
            else done(null, address, family)
          },
          (error: Error) => done(error, '', 4),
        )
      },
    },
  })
  return (async (input: string | URL | Request, init?: RequestInit) => {
    const url = new URL(input instanceof Request ? input.url : input)
    await addresses.resolve(url.hostname) // an address instead of a name is not looked up
    return undiciFetch(url, { ...(init as object), redirect: 'error', dispatcher: agent })
  }) as unknown as typeof fetch // undici's own types and Node's copy of them differ in what nobody uses
}

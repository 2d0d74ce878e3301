import type { Agent, Response as UndiciResponse } from 'undici'
import { loadLater } from '#base/load-later.ts'
import type { AddressBook } from './address.ts'
import { pinnedBy } from './pinned-lookup.ts'

const undici = loadLater<typeof import('undici')>('undici')

/**
 * A `fetch` that reaches only hosts that the operator allows: a name is resolved once, and its vetted address is what is
 * connected to. Redirects are refused, or with `redirect: 'manual'` in the request answered as they are, and so are answers of
 * more than `bytes`, as they are sent or once they are unpacked.
 */
export function createVettedFetch(
  addresses: AddressBook,
  { timeoutMs, bytes }: { timeoutMs: number; bytes: number },
): typeof fetch {
  let agent: Agent | undefined
  const openAgent = () =>
    new (undici().Agent)({
      maxResponseSize: bytes,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      connect: { timeout: timeoutMs, ...pinnedBy(addresses) },
    })
  return (async (input: string | URL | Request, init?: RequestInit) => {
    const url = new URL(input instanceof Request ? input.url : input)
    await addresses.resolve(url.hostname) // an address instead of a name is not looked up
    agent ??= openAgent()
    const redirect = init?.redirect === 'manual' ? 'manual' : 'error'
    const response = await undici().fetch(url, { ...(init as object), redirect, dispatcher: agent })
    return response.body === null ? response : limitUnpacked(response, bytes)
  }) as unknown as typeof fetch // undici's own types and Node's copy of them differ in what nobody uses
}

/** Makes the body fail once it has more bytes than that: an answer that is packed a thousandfold would fill the memory. */
function limitUnpacked(response: UndiciResponse, bytes: number): Response {
  let left = bytes
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      left -= chunk.byteLength
      if (left < 0) controller.error(new Error(`The answer has more than ${bytes} bytes once it is unpacked.`))
      else controller.enqueue(chunk)
    },
  })
  const { status, statusText, headers } = response
  const body = (response.body as unknown as ReadableStream<Uint8Array>).pipeThrough(counting)
  return new Response(body, { status, statusText, headers: [...headers] })
}

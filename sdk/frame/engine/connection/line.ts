import type { Api } from './api.ts'
import { createPoll } from './poll.ts'
import { createSocket, type SocketCalls, type ToServer } from './socket.ts'

/** How long a socket is waited for before requests take its place, with the socket still tried. */
const SOCKET_MS = 1_500

interface Calls extends Omit<SocketCalls, 'hello' | 'lost'> {
  token(): string | null
  /** What is on screen; without a revision, all of it is to be sent. */
  known(): { conversationId?: string; revision?: number }
}

/**
 * The one line to the server: a socket and, where the network lets none through, requests that wait for news, and
 * requests for what a socket would carry. Both speak the same frames (docs/storefront-protocol.md).
 */
export function createLine(appId: string, api: Api, calls: Calls) {
  let isWanted = false
  let isSocketUp = false
  let isPollUp = false
  let late: ReturnType<typeof setTimeout> | undefined

  function tell(was: boolean): void {
    const is = isSocketUp || isPollUp
    if (was !== is) calls.connected(is)
  }

  const poll = createPoll(api, {
    known: calls.known,
    receive: calls.receive,
    connected(up) {
      const was = isSocketUp || isPollUp
      isPollUp = up
      tell(was)
    },
    refused: calls.refused,
  })

  const socket = createSocket(`${location.origin.replace(/^http/, 'ws')}/storefront/socket`, {
    hello: () => ({ appId, token: calls.token(), ...calls.known() }),
    receive: calls.receive,
    connected(up) {
      const was = isSocketUp || isPollUp
      isSocketUp = up
      if (up) stopPoll()
      else waitForSocket()
      tell(was)
    },
    refused: calls.refused,
    lost: () => isWanted && poll.start(), // it never came up: refused on its way
  })

  function waitForSocket(): void {
    clearTimeout(late)
    late = setTimeout(() => isWanted && !isSocketUp && poll.start(), SOCKET_MS)
  }

  function stopPoll(): void {
    clearTimeout(late)
    poll.stop()
    isPollUp = false
  }

  const REQUESTS: {
    [T in ToServer['type']]?: (message: Extract<ToServer, { type: T }>) => Promise<unknown> | undefined
  } = {
    typing: ({ active }) => api.post('typing', { active }),
    pages: ({ pages }) => api.post('pages', { pages }),
    read({ revision }) {
      const { conversationId } = calls.known()
      return conversationId ? api.post('read', { conversationId, revision }) : undefined
    },
  }

  return {
    start(): void {
      isWanted = true
      waitForSocket()
      socket.start()
    },
    stop(): void {
      isWanted = false
      const was = isSocketUp || isPollUp
      stopPoll()
      socket.stop()
      clearTimeout(late)
      isSocketUp = false
      tell(was)
    },
    wake(): void {
      socket.wake()
      poll.wake()
    },
    /** Another conversation is on screen: it is sent, and its changes from then on. */
    open(): void {
      if (isSocketUp) socket.send({ type: 'open', ...calls.known() })
      else poll.restart()
    },
    /** Returns whether it is on its way. */
    send(message: ToServer): boolean {
      if (isSocketUp) return socket.send(message)
      if (!isPollUp) return false
      REQUESTS[message.type]?.(message as never)?.catch(() => {})
      return true
    },
  }
}

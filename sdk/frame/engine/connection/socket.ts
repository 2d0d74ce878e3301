import type { Page } from '../../../shared/bridge.ts'
import type { Conversation, Message, Ready } from '../../../shared/records.ts'
import { createBackoff } from './backoff.ts'

export type FromServer =
  | ({ type: 'ready' } & Ready)
  | { type: 'changes'; conversation: Conversation; messages: Message[] }
  | { type: 'typing'; active: boolean; name: string; avatarUrl: string | null; draft?: string }
  | { type: 'online'; online: boolean }
  | { type: 'ended' }
  | { type: 'pong' }

export type ToServer =
  | { type: 'typing'; active: boolean }
  | { type: 'read'; revision: number }
  | { type: 'pages'; pages: Page[] }
  | { type: 'open'; conversationId?: string; revision?: number }
  | { type: 'ping' }

export interface SocketCalls {
  hello(): Record<string, unknown>
  receive(message: FromServer): void
  connected(up: boolean): void
  /** The server refuses the token. */
  refused(): void
  /** Called when the socket is closed before it was open. */
  lost(): void
}

const PING_MS = 25_000
const PONG_MS = 8_000

/** One socket, connected again when it is lost: with growing pauses, and at once when the device wakes. */
export function createSocket(
  url: string,
  calls: SocketCalls,
  make: (url: string) => WebSocket = (at) => new WebSocket(at),
) {
  const backoff = createBackoff()
  let socket: WebSocket | undefined
  let isWanted = false
  let isUp = false
  let retry: ReturnType<typeof setTimeout> | undefined
  let ping: ReturnType<typeof setTimeout> | undefined
  let silence: ReturnType<typeof setTimeout> | undefined

  function open(): void {
    clearTimeout(retry)
    if (!isWanted || socket) return
    let opening: WebSocket
    try {
      opening = make(url)
    } catch {
      retry = setTimeout(open, backoff.next())
      return
    }
    socket = opening
    listen() // a socket that never opens is given up like one that fell silent
    opening.onopen = () => opening.send(JSON.stringify({ type: 'hello', ...calls.hello() }))
    opening.onmessage = ({ data }) => {
      if (socket !== opening) return
      const message = JSON.parse(String(data)) as FromServer
      clearTimeout(silence)
      if (message.type === 'ready') up()
      calls.receive(message)
    }
    opening.onclose = ({ code }) => {
      if (socket === opening) lost(code)
    }
  }

  function up(): void {
    isUp = true
    backoff.reset()
    calls.connected(true)
    clearInterval(ping)
    ping = setInterval(check, PING_MS)
  }

  function lost(code: number): void {
    const was = isUp
    drop()
    if (was) calls.connected(false)
    else calls.lost()
    if (!isWanted || code === 4403 || code === 4400) return
    if (code === 4401) {
      isWanted = false
      calls.refused()
      return
    }
    retry = setTimeout(open, backoff.next(code === 4429 ? 60_000 : code === 1013 ? 10_000 : 0))
  }

  function drop(): void {
    clearInterval(ping)
    clearTimeout(silence)
    const old = socket
    socket = undefined
    isUp = false
    if (old) {
      old.onopen = old.onmessage = old.onclose = null
      old.close()
    }
  }

  function listen(): void {
    clearTimeout(silence)
    silence = setTimeout(() => lost(0), PONG_MS)
  }

  function check(): void {
    if (!isUp) return
    socket?.send('{"type":"ping"}')
    listen()
  }

  return {
    start(): void {
      isWanted = true
      open()
    },
    stop(): void {
      isWanted = false
      clearTimeout(retry)
      const was = isUp
      drop()
      if (was) calls.connected(false)
    },
    /** The device came back, from sleep or from no network: a live socket is probed, a lost one is tried at once. */
    wake(): void {
      if (!isWanted) return
      if (isUp) check()
      else {
        backoff.reset()
        if (socket?.readyState !== WebSocket.CONNECTING) drop()
        open()
      }
    },
    /** Returns whether it was sent. */
    send(message: ToServer): boolean {
      if (!isUp) return false
      socket?.send(JSON.stringify(message))
      return true
    },
  }
}

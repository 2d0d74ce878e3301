import { after } from 'node:test'
import { WebSocket } from 'ws'
import { until } from '../until.ts'

/** A frame from the server. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into frames whose shape is what they test
export type Frame = any

export interface TestSocket {
  /** All frames so far, in order. */
  frames: Frame[]
  /** The code it was closed with, once it was. */
  readonly code: number | null
  send(frame: unknown): void
  /** The first frame not yet taken that fits, waiting for it. */
  next(type: string, fits?: (frame: Frame) => boolean, ms?: number): Promise<Frame>
  /** Resolves with the code once it is closed. */
  closed(): Promise<number>
  close(): void
  raw: WebSocket
}

/** Opens a WebSocket to the service; closed after the test (or test file) that called it. */
export async function openSocket(
  baseUrl: string,
  path: string,
  { headers = {}, options = {} }: { headers?: Record<string, string>; options?: object } = {},
): Promise<TestSocket> {
  const raw = new WebSocket(baseUrl.replace(/^http/, 'ws') + path, { headers, ...options })
  const frames: Frame[] = []
  const taken = new Set<Frame>()
  let code: number | null = null
  let failure: Error | undefined
  raw.on('message', (data) => frames.push(JSON.parse(String(data))))
  raw.on('close', (closeCode) => {
    code = closeCode
  })
  raw.on('error', (error) => {
    failure = error
  })
  after(() => raw.terminate())
  await until(`a socket at ${path}`, () => {
    if (failure) throw failure
    return raw.readyState >= WebSocket.OPEN
  })
  return {
    raw,
    frames,
    get code() {
      return code
    },
    send: (frame) => raw.send(typeof frame === 'string' || frame instanceof Uint8Array ? frame : JSON.stringify(frame)),
    async next(type, fits = () => true, ms) {
      const find = () => frames.find((frame) => frame.type === type && !taken.has(frame) && fits(frame))
      const frame = await until(`a frame ${type}`, find, ms)
      taken.add(frame)
      return frame
    },
    closed: () => until('the socket to close', () => code ?? undefined),
    close: () => raw.close(),
  }
}

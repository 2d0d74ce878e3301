import { type Api, ApiError } from './api.ts'
import { createBackoff } from './backoff.ts'
import type { FromServer } from './socket.ts'

interface Calls {
  known(): { conversationId?: string; revision?: number }
  receive(message: FromServer): void
  connected(up: boolean): void
  /** The server refuses the token. */
  refused(): void
}

/** Longer than the server lets such a request wait. */
const PATIENCE_MS = 35_000
/** Tabs that nobody looks at ask now and then: a browser has only a few connections to one server. */
const HIDDEN_MS = 6_000

/** News by requests that wait for them, one after the other: for networks that let no socket through. */
export function createPoll(api: Api, calls: Calls) {
  const backoff = createBackoff()
  let running: AbortController | undefined
  /** What the server said last that it had told us. */
  let since: string | undefined
  let wakeUp = () => {}

  async function run(own: AbortController): Promise<void> {
    while (running === own) {
      try {
        const { data } = await ask(own)
        if (running !== own) return
        since = data.since
        backoff.reset()
        calls.connected(true)
        for (const frame of data.frames) calls.receive(frame)
        if (document.hidden) await sleep(HIDDEN_MS)
      } catch (error) {
        if (running !== own) return
        const { status, retryAfter } = error instanceof ApiError ? error : new ApiError(0, '', '')
        calls.connected(false)
        if (status === 401) {
          stop()
          calls.refused()
          return
        }
        await sleep(backoff.next(retryAfter))
      }
    }
  }

  function ask({ signal }: AbortController) {
    const query = new URLSearchParams({ wait: `${!document.hidden}` })
    for (const [name, value] of Object.entries({ since, ...calls.known() })) if (value) query.set(name, `${value}`)
    return api.get<{ since: string; frames: FromServer[] }>(`changes?${query}`, { signal, ms: PATIENCE_MS })
  }

  const sleep = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wakeUp = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  function stop(): void {
    running?.abort()
    running = undefined
    since = undefined
    wakeUp()
  }

  function start(): void {
    if (running) return
    running = new AbortController()
    run(running)
  }

  return {
    start,
    stop,
    /** Asks again, for what is on screen now. */
    restart(): void {
      if (!running) return
      stop()
      start()
    },
    /** Somebody looks, or the network is back. */
    wake: () => wakeUp(),
  }
}

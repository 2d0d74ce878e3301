// Tabs of one browser act as one: they tell each other what changed, and take turns where two at once would make two
// visitors of one person. Without these browser functions each tab is on its own, and the server sorts it out.

import { patience } from './connection/abort-timeout.ts'

export type Word = 'outbox' | 'ended' | 'prechat'

const TURN_MS = 10_000

export function createTabs(appId: string, heard: (word: Word) => void) {
  let channel: BroadcastChannel | undefined
  try {
    channel = new BroadcastChannel(`parley:${appId}`)
    channel.onmessage = ({ data }) => heard(data)
  } catch {}

  return {
    tell(word: Word): void {
      channel?.postMessage(word)
    },
    /** Runs the work while no other tab does the same; a tab that sleeps on its turn is not waited for. */
    async inTurn<T>(what: string, work: () => Promise<T>): Promise<T> {
      let started = false
      const once = () => {
        started = true
        return work()
      }
      try {
        return await navigator.locks.request(`parley:${appId}:${what}`, { signal: patience(TURN_MS) }, once)
      } catch (error) {
        if (started) throw error
        return once()
      }
    },
  }
}

export type Tabs = ReturnType<typeof createTabs>

/** Moments are rounded up to steps of this, in milliseconds: a key with thousands of retries keeps a few moments. */
const STEP_MS = 10
/** The longest that Node's timers take. */
const TIMER_MS_MAX = 2 ** 31 - 1

interface Alarm {
  /** What it is still to ring for (Date.now()), in no order. */
  moments: Set<number>
  next: number
  timer: NodeJS.Timeout
}

/** Timers by key, of which each key has one at a time: for the earliest of the moments that were asked for. */
export class KeyedTimers {
  readonly #alarms = new Map<string, Alarm>()

  /** Calls `ring` at a time (Date.now()), and for each other moment that is asked for of the key, up to 10 ms late. */
  set(key: string, at: number, ring: () => void): void {
    const moment = Math.ceil(at / STEP_MS) * STEP_MS
    const alarm = this.#alarms.get(key)
    if (alarm) alarm.moments.add(moment)
    if (alarm && alarm.next <= moment) return
    clearTimeout(alarm?.timer)
    this.#arm(key, alarm?.moments ?? new Set([moment]), ring)
  }

  #arm(key: string, moments: Set<number>, ring: () => void): void {
    const next = Math.min(...moments)
    const timer = setTimeout(
      () => {
        const now = Date.now()
        const isDue = next <= now
        for (const moment of moments) if (moment <= now) moments.delete(moment)
        if (moments.size > 0) this.#arm(key, moments, ring)
        else this.#alarms.delete(key)
        if (isDue) ring()
      },
      Math.min(TIMER_MS_MAX, Math.max(0, next - Date.now()) + 1), // a timer may come a little early
    )
    this.#alarms.set(key, { moments, next, timer })
  }

  /** Forgets them all. */
  clear(): void {
    for (const { timer } of this.#alarms.values()) clearTimeout(timer)
    this.#alarms.clear()
  }
}

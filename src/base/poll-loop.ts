/** Pause after a slow poll, as a multiple of its duration, up to PAUSE_MAX. */
const SHARE = 20
const PAUSE_MAX_MS = 5_000
/**
 * The first sweeps of a process are spread over this time: it has 20, and on the embedded database, which runs one after
 * another, the first requests would wait for all of them.
 */
const FIRST_WITHIN_MS = 1_000

/**
 * Runs `sweep`, which never rejects, within a second and then again and again, with `everyMs` between the end of one and
 * the start of the next. Returns what stops it; one that is under way ends by itself.
 */
export function startPolling(everyMs: number, sweep: () => Promise<void>): () => void {
  let isStopped = false
  const run = async () => {
    const begun = performance.now()
    await sweep()
    const tookMs = performance.now() - begun
    if (!isStopped) timer = setTimeout(run, Math.max(everyMs, Math.min(tookMs * SHARE, PAUSE_MAX_MS)))
  }
  let timer = setTimeout(run, Math.random() * FIRST_WITHIN_MS)
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

/** Pause after a slow poll, as a multiple of its duration, up to PAUSE_MAX. */
const SHARE = 20
const PAUSE_MAX_MS = 5_000

/**
 * Runs `sweep`, which never rejects, at once and then again and again, with `everyMs` between the end of one and the start
 * of the next. Returns what stops it; one that is under way ends by itself.
 */
export function startPolling(everyMs: number, sweep: () => Promise<void>): () => void {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const run = async () => {
    const begun = performance.now()
    await sweep()
    const tookMs = performance.now() - begun
    if (!isStopped) timer = setTimeout(run, Math.max(everyMs, Math.min(tookMs * SHARE, PAUSE_MAX_MS)))
  }
  void run()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

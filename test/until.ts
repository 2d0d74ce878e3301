/**
 * Resolves once `condition` gives something; rejects after `ms`, naming what was waited for. That late on a slow, busy machine
 * too, something is broken: what has to be quick is measured against something else, not by this.
 */
export async function until<T>(
  what: string,
  condition: () => T | Promise<T>,
  ms = 180_000,
): Promise<Exclude<Awaited<T>, undefined | null | false>> {
  const began = performance.now()
  for (;;) {
    const found = await condition()
    if (found !== undefined && found !== null && found !== false) return found as never
    const waited = performance.now() - began
    if (waited > ms) throw new Error(`waited ${ms} ms in vain for ${what}`)
    // The longer it takes, the rarer the checks: constant checking would take the processor from what is waited for.
    await sleep(Math.min(200, Math.max(5, waited / 20)))
  }
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/**
 * Acts with a time an hour away and, as the same once more takes about as long, again with the next that this machine
 * surely acts before, however slow and busy it is.
 */
export async function beforeItsTime<T>(act: (time: string) => Promise<T>): Promise<T> {
  const began = performance.now()
  await act(new Date(Date.now() + 3_600_000).toISOString())
  return act(new Date(Date.now() + 2_000 + 5 * (performance.now() - began)).toISOString())
}

/** A signal that aborts after `ms`, or with another one; AbortSignal.timeout needs a newer browser than iOS 15. */
export function patience(ms: number, other?: AbortSignal): AbortSignal {
  const controller = new AbortController()
  const give = () => controller.abort()
  const timer = setTimeout(give, ms)
  controller.signal.addEventListener('abort', () => clearTimeout(timer))
  other?.addEventListener('abort', give)
  if (other?.aborted) give()
  return controller.signal
}

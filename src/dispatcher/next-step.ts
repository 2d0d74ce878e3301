/** What came back from one attempt. */
export type AttemptOutcome =
  | { kind: 'response'; status: number }
  | { kind: 'timeout' }
  | { kind: 'network'; reason: string }

/** What becomes of a delivery after an attempt, and of its subscription. */
export type NextStep =
  | { status: 'delivered' }
  | { status: 'retry'; at: Date }
  | { status: 'dropped'; disable: 'cancel-queue' | null }
  | { status: 'failed'; disable: 'hold-queue' }

/** Attempts an event gets at each subscription (spec 6.4.2). */
const ATTEMPTS_MAX = 7
/** Retries come up to this much later than planned, so that a receiver that comes back is not met by all at once. */
const JITTER = 0.1

/**
 * What happens next (spec 3.4, 6.4), and nothing else: no clock, no chance, no I/O.
 *
 * @param attempt 1 to 7, the attempt that just ended.
 * @param delaysMs the six waits between the seven attempts.
 * @param chance 0 to 1, how much of the jitter to add.
 */
export function nextStep(
  outcome: AttemptOutcome,
  attempt: number,
  { delaysMs, endedAt, chance }: { delaysMs: readonly number[]; endedAt: Date; chance: number },
): NextStep {
  if (outcome.kind === 'response') {
    if (outcome.status >= 200 && outcome.status < 300) return { status: 'delivered' }
    if (outcome.status === 410) return { status: 'dropped', disable: 'cancel-queue' }
    if (outcome.status < 500) return { status: 'dropped', disable: null }
  }
  if (attempt >= ATTEMPTS_MAX) return { status: 'failed', disable: 'hold-queue' }
  const wait = (delaysMs[attempt - 1] as number) * (1 + JITTER * chance)
  return { status: 'retry', at: new Date(endedAt.getTime() + wait) }
}

/** The outcome in words for the delivery log and lastDeliveryError; null for a success. */
export function describeOutcome(outcome: AttemptOutcome, timeoutMs: number): string | null {
  if (outcome.kind === 'timeout') return `No answer within ${timeoutMs / 1000} s.`
  if (outcome.kind === 'network') return outcome.reason
  if (outcome.status < 300) return null
  const note = outcome.status < 400 ? ' Redirects are not followed.' : ''
  return `The endpoint answered ${outcome.status}.${note}`
}

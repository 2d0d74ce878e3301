import type { AttemptResult } from '#storage/webhooks/queue.ts'
import type { Held } from './endpoint.ts'
import { type AttemptOutcome, describeOutcome, type NextStep, nextStep } from './next-step.ts'

/** What is stored of an attempt that has ended. */
export function resultOf(
  delivery: Held,
  outcome: AttemptOutcome,
  { startedAt, durationMs }: { startedAt: Date; durationMs: number },
  { delaysMs, timeoutMs }: { delaysMs: readonly number[]; timeoutMs: number },
): AttemptResult {
  const attempt = delivery.attempts + 1
  const endedAt = new Date(startedAt.getTime() + durationMs)
  const step = nextStep(outcome, attempt - delivery.earlierAttempts, { delaysMs, endedAt, chance: Math.random() })
  return {
    id: delivery.id,
    subscriptionId: delivery.subscriptionId,
    lease: delivery.lease,
    attempt,
    startedAt,
    durationMs,
    responseStatus: outcome.kind === 'response' ? outcome.status : null,
    error: describeOutcome(outcome, timeoutMs),
    status: step.status === 'retry' ? 'pending' : step.status,
    nextAt: step.status === 'retry' ? step.at : null,
    disable: disabledQueue(step),
  }
}

/** Whether a step disables the subscription, and then what its queue does: wait for it, or end. */
function disabledQueue(step: NextStep): 'held' | 'cancelled' | null {
  if (step.status === 'failed') return 'held'
  return step.status === 'dropped' && step.disable ? 'cancelled' : null
}

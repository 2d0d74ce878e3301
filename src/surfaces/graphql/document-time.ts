import { setImmediate as breathe } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { networkOf } from '#base/network.ts'
import { DOCUMENT_TIME } from '#core/limits.ts'
import type { QueryBudget } from '#core/rates/query-budget.ts'
import type { Keyring } from '#core/stores/api-keys.ts'
import { refusal } from './errors.ts'

/** Measures the processor time that a request's document takes, and charges whoever sent it. */
export interface DocumentTime {
  measure<T>(work: () => T): Promise<T>
  /** The same for work in steps; others get a turn in between. */
  measureSteps(steps: AsyncGenerator<string>): AsyncGenerator<string>
}

/** Times too short to be worth the counting: those of a document that is remembered. */
const FREE_MS = 0.5
/** How long others wait, at most, for a step to end. */
const STEP_MS = 5

/**
 * Documents are read, and questions about the schema answered, before anybody has said who they are: that time is
 * charged to the store of the key, where the key is known already, else to the address. THROTTLED when nothing is left.
 */
export async function openDocumentTime(
  request: FastifyRequest,
  { keyring, documentTime }: { keyring: Keyring; documentTime: QueryBudget },
): Promise<DocumentTime> {
  const secret = request.headers['x-api-secret']
  const key = typeof secret === 'string' ? keyring.remembered(secret) : null
  const name = key ? `store:${key.shopId}` : `address:${networkOf(request.ip)}`
  if ((await documentTime.charge(name, 0)) <= 0) {
    const { perSecond } = DOCUMENT_TIME
    const sentence = `Too many questions about the schema, or too long ones, from here: ${perSecond} ms of work come back a second.`
    throw refusal(200, 'THROTTLED', `${sentence} Try again in ${DOCUMENT_TIME.debtMax / perSecond} seconds.`)
  }
  const charge = async (ms: number) => void (ms > FREE_MS && (await documentTime.charge(name, ms)))
  return {
    async measure(work) {
      const begun = performance.now()
      try {
        return work()
      } finally {
        await charge(performance.now() - begun)
      }
    },
    async *measureSteps(steps) {
      let total = 0
      let sinceBreath = 0
      try {
        for (;;) {
          const begun = performance.now()
          const { done, value } = await steps.next()
          const ms = performance.now() - begun
          total += ms
          sinceBreath += ms
          if (done) return
          yield value
          if (sinceBreath > STEP_MS) {
            sinceBreath = 0
            await breathe()
          }
        }
      } finally {
        await charge(total)
      }
    },
  }
}

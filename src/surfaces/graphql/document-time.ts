import type { FastifyRequest } from 'fastify'
import { networkOf } from '#base/network.ts'
import { DOCUMENT_TIME } from '#core/limits.ts'
import type { QueryBudget } from '#core/rates/query-budget.ts'
import type { Keyring } from '#core/stores/api-key-cache.ts'
import { refusal } from './errors.ts'
import { doLongWork } from './slow-document-queue.ts'

/** Measures the processor time that a request's document takes, and charges its sender. */
export interface DocumentTime {
  /** `document`: the text that is read; a long one waits for its turn. */
  measure<T>(document: string, work: () => T): Promise<T>
  /** Measures work in steps that wait for nothing; others get a turn in between. */
  measureSteps(steps: AsyncGenerator<string>): AsyncGenerator<string>
}

/** Times too short to be worth the counting: those of a document that is remembered. */
const FREE_MS = 0.5
/** How long others wait, at most, for a step to end. */
const STEP_MS = 5
/** Characters of a document that is read in a few milliseconds. */
const SHORT_LENGTH = 4_000

/**
 * Documents are read, and questions about the schema answered, before anybody has said who they are: that time is
 * charged to the store of the key, if the key is known already, otherwise to the address. THROTTLED when nothing is left.
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
    async measure(document, work) {
      let ms = 0
      const timed = () => {
        const begun = performance.now()
        try {
          return work()
        } finally {
          ms = performance.now() - begun
        }
      }
      try {
        return await (document.length > SHORT_LENGTH ? doLongWork(name, timed) : timed())
      } finally {
        await charge(ms)
      }
    },
    async *measureSteps(steps) {
      let ms = 0
      try {
        for (let isOver = false; !isOver; ) {
          yield await doLongWork(name, async () => {
            const begun = performance.now()
            let text = ''
            while (!isOver && performance.now() - begun < STEP_MS) {
              const { done, value } = await steps.next()
              if (done) isOver = true
              else text += value
            }
            ms += performance.now() - begun
            return text
          })
        }
      } finally {
        await charge(ms)
      }
    },
  }
}

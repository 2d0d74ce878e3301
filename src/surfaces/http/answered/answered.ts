import type { FastifyBaseLogger } from 'fastify'
import { writeInfo } from '#base/logger.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Called with each request that was answered. */
    answered: ((answered: Answered) => void)[]
  }
}

/** A request whose answer was given, as the log and the figures have it. */
export interface Answered {
  reqId: string
  /** As it was sent. */
  method: string
  /** The route's pattern, never the path itself: ids, tags and addresses stay out of the log. */
  route: string
  status: number
  ms: number
  /** Whose data it was about, where that is known. */
  shopId: string | undefined
}

/** The one line that a request leaves in the log. */
export function logAnswered(log: FastifyBaseLogger, { reqId, method, route, status, ms, shopId }: Answered): void {
  const store = shopId === undefined ? '' : `,"shopId":"${shopId}"`
  const what = `"method":"${method}","route":${JSON.stringify(route)},"status":${status}`
  writeInfo(log, `"reqId":"${reqId}",${what},"ms":${Math.round(ms * 10) / 10}${store}`, 'request')
}

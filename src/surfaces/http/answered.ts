import type { FastifyBaseLogger } from 'fastify'

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
export function logAnswered(log: FastifyBaseLogger, { ms, shopId, ...answered }: Answered): void {
  log.info({ ...answered, ms: Math.round(ms * 10) / 10, shopId }, 'request')
}

import { hash } from 'node:crypto'
import { Type } from 'typebox'
import { POLL_MS, VISITOR_TYPING_PER_MINUTE } from '#core/limits.ts'
import type { App } from '#surfaces/http/app.ts'
import { body } from '#surfaces/http/schema.ts'
import { readKnown } from './frames.ts'
import { type VisitorGuard, visitorOf } from './guard.ts'
import type { Storefront } from './parts.ts'
import type { VisitorSockets } from './socket.ts'
import type { Line, LineStanding, VisitorSession } from './visitor-session.ts'

/** A request that waits for news, where no socket gets through. What comes is kept until the request is answered. */
class Poll implements Line {
  session: VisitorSession | null = null
  readonly OPEN = 1
  readyState = 1
  #frames: { type: string }[] = []
  #news = Promise.withResolvers<void>()

  push(text: string): void {
    this.#frames.push(JSON.parse(text))
    this.#news.resolve()
  }

  /** Ends the waiting: the token ended, the server stops, or the browser is gone. */
  close(): void {
    this.readyState = 3
    this.#news.resolve()
  }

  /** What came since it was asked last. */
  take(): { type: string }[] {
    const taken = this.#frames
    this.#frames = []
    this.#news = Promise.withResolvers()
    if (this.readyState !== this.OPEN) this.#news.resolve()
    return taken
  }

  /** Resolves when something has come, when it is closed, or after `ms`. */
  async news(ms: number): Promise<void> {
    const timer = setTimeout(this.#news.resolve, ms)
    await this.#news.promise
    clearTimeout(timer)
  }
}

/**
 * The socket's protocol for browsers whose network lets no socket through: a request that is answered once there is
 * something to tell, and typing.
 */
export function pollRoutes(app: App, { limits }: Storefront, sockets: VisitorSockets, guard: VisitorGuard): void {
  const open = new Set<Poll>()
  app.addHook('preClose', (done) => {
    for (const poll of open) poll.close()
    done()
  })

  app.get(
    '/changes',
    {
      schema: {
        querystring: Type.Object({
          since: Type.Optional(Type.String({ maxLength: 64 })),
          conversationId: Type.Optional(Type.String({ maxLength: 128 })),
          revision: Type.Optional(Type.Integer({ minimum: 0 })),
          wait: Type.Optional(Type.Boolean()),
        }),
      },
      onRequest: guard,
    },
    async (request, reply) => {
      const { shop, visitor } = visitorOf(request)
      const { since, wait = true, ...rest } = request.query
      let known = readKnown({ type: 'hello', ...rest })
      const poll = new Poll()
      open.add(poll)
      reply.raw.once('close', () => poll.close())
      try {
        sockets.join(poll, shop, visitor)
        const late = Date.now() + (wait ? POLL_MS : 0)
        for (let isOver = false; ; isOver = poll.readyState !== poll.OPEN || Date.now() >= late) {
          const frames = poll.take()
          if (frames.some(({ type }) => type === 'ended')) return { data: { since, frames: [{ type: 'ended' }] } }
          if (isOver) return { data: { since, frames: [] } }
          // The visitor gets the state again: what they had on screen may no longer be theirs.
          if (frames.some(({ type }) => type === 'ready')) known = {}
          const standing = await sockets.stand(poll, known)
          const mark = markOf(standing)
          if (mark !== since) return { data: { since: mark, frames: framesOf(standing, frames) } }
          await poll.news(late - Date.now())
        }
      } finally {
        open.delete(poll)
        sockets.leave(poll)
      }
    },
  )

  app.post('/typing', { schema: { body: body({ active: Type.Boolean() }) }, onRequest: guard }, async (request) => {
    const { shop, visitor } = visitorOf(request)
    const { active } = request.body
    await limits.take(`typing:${visitor.id}`, VISITOR_TYPING_PER_MINUTE, 'Too many calls.')
    await sockets.typeOf(shop, visitor, active)
    return { data: { active } }
  })
}

/** Says what a client has been told: the same again, and nothing has changed. */
function markOf({ state: { messages: _, complete: __, ...rest }, typing }: LineStanding): string {
  return hash('sha256', JSON.stringify([rest, typing]), 'base64url').slice(0, 22)
}

/** As a socket would tell it: where things stand, and who types, or has just ended. */
function framesOf({ state, typing }: LineStanding, told: { type: string }[]): object[] {
  const last = typing ?? told.findLast(({ type }) => type === 'typing')
  return [{ type: 'ready', ...state }, ...(last ? [last] : [])]
}

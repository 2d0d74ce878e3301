import type { FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { isOfType, wrongType } from './content-type.ts'

/** A body as it arrives; undefined where there is none. */
export type StreamedBody = AsyncIterable<Buffer> | undefined

/**
 * Hands bodies to the routes of this scope as they arrive, whatever their type says (`requireType`). One that is left
 * half-read does not take the connection with it, which is there for the answer; what unpacks a body ends where it is left.
 */
export function readAsStream(scope: App): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (request, payload, done) =>
    done(null, payload.iterator({ destroyOnReturn: payload !== request.raw })),
  )
}

/** Rejects a streamed body of another type. An empty one counts as no body, whatever its type (spec C9.11). */
export async function requireType(
  { headers, body }: FastifyRequest<{ Body: StreamedBody }>,
  type: string,
): Promise<void> {
  if (!body || isOfType(headers['content-type'], type)) return
  for await (const chunk of body) if (chunk.length > 0) throw wrongType(type)
}

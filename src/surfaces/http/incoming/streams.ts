import type { App } from '../app.ts'

/**
 * Hands bodies to the routes of this scope as they arrive, whatever their type says. One that is left half-read does not
 * take the connection with it, which is there for the answer; what unpacks a body ends where it is left.
 */
export function readAsStream(scope: App): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (request, payload, done) =>
    done(null, payload.iterator({ destroyOnReturn: payload !== request.raw })),
  )
}

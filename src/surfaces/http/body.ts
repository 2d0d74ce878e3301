import { isUtf8 } from 'node:buffer'
import { findUnstorable } from '#base/text.ts'
import { invalidParams } from '#core/errors.ts'
import type { App } from './app.ts'
import { keepSentBody } from './idempotency-key.ts'
import { isOfType, wrongType } from './incoming/content-type.ts'

/**
 * How bodies are read: JSON only, valid UTF-8, no NUL and no lone surrogate anywhere. An empty body counts as none,
 * whatever its content type says (spec C9.11).
 */
export function acceptJsonBodies(app: App): void {
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    // The framework refuses a type that it cannot read before anyone knows whether there is a body to it.
    const type = headers['content-type']
    if (type !== undefined && !/^[\w.+-]+\/[\w.+-]+\s*(;|$)/.test(type)) headers['content-type'] = 'unreadable/type'
    done()
  })
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    keepSentBody(request, body)
    if (body.length === 0) return done(null, undefined)
    if (!isOfType(request.headers['content-type'], 'application/json')) return done(wrongType('application/json'))
    if (!isUtf8(body)) return done(invalidParams('The body is not valid UTF-8.'))
    parseJson(request, body.toString('utf8'), (error, value) => {
      if (error) return done(invalidParams(`The body is not valid JSON: ${error.message}.`))
      const place = findUnstorable(value)
      if (place) return done(invalidParams(`${place} contains a NUL character or an unpaired surrogate.`))
      done(null, value)
    })
  })
}

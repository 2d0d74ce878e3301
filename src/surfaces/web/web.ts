import type { FastifyReply, FastifyRequest } from 'fastify'
import { type App, mount } from '#surfaces/http/app.ts'
import { nothingHere } from '#surfaces/http/errors.ts'
import { builtRoute, isBuilt, sendBuilt } from '#surfaces/http/static.ts'

/** Nothing from elsewhere but pictures, no inline code, and no page around this one. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: https:",
  "connect-src 'self'",
  "frame-src 'self'", // the widget's preview
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const ASSET = /^assets\/[\w-][\w.-]*\.(js|css|svg)$/

/** The members' web app at /inbox: one page for every path below it, and assets that never change under their name. */
export function webSurface(app: App): Promise<void> {
  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!(await isBuilt('web/index.html'))) {
      return reply
        .code(503)
        .type('text/plain; charset=utf-8')
        .send('The inbox is not built. Run `npm run build`, or start the service with `npm start`.\n')
    }
    const { '*': path = '' } = request.params as { '*'?: string }
    if (path.startsWith('assets/')) {
      if (!ASSET.test(path)) throw nothingHere()
      return sendBuilt(reply, `web/${path}`)
    }
    reply
      .header('content-security-policy', POLICY)
      .header('referrer-policy', 'same-origin')
      // Some assistants open the page where an admin is asked in a window of theirs, and wait for it to come back.
      .header('cross-origin-opener-policy', path.startsWith('connect/') ? 'unsafe-none' : 'same-origin')
      .header('permissions-policy', 'camera=(), microphone=(), geolocation=()')
    return sendBuilt(reply, 'web/index.html')
  }

  return mount(app, '', (scope) => {
    scope.get('/inbox', builtRoute, serve)
    scope.get('/inbox/*', builtRoute, serve)
  })
}

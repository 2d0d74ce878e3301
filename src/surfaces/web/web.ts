import type { FastifyReply, FastifyRequest } from 'fastify'
import { type App, mount } from '#surfaces/http/app.ts'
import { routeNotFound } from '#surfaces/http/errors.ts'
import { builtRoute, isBuilt, sendBuilt } from '#surfaces/http/static.ts'

/** Nothing from elsewhere but pictures, no inline code, and no page around this one. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: https:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "media-src 'self'",
  "frame-src 'self' blob:", // the widget's preview; PDFs, as data of that type
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The service worker asks this service alone, and runs nothing else. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'"

/** What is a file, and no page of the app; and the files that there may be. */
const FILE = /^(assets|icons|push)\/|^manifest\.webmanifest$/
const SERVED = /^(assets\/[\w-][\w.-]*\.(js|css|svg)|icons\/[\w-]+\.png|push\/worker\.js|manifest\.webmanifest)$/

/** The members' web app at /inbox: one page for every path below it, assets that never change under their name, and what
 * a browser needs to have it installed and to be told while it is closed. */
export function webSurface(app: App): Promise<void> {
  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!(await isBuilt('web/index.html'))) {
      return reply
        .code(503)
        .type('text/plain; charset=utf-8')
        .send('The inbox is not built. Run `npm run build`, or start the service with `npm start`.\n')
    }
    const { '*': path = '' } = request.params as { '*'?: string }
    if (FILE.test(path)) {
      if (!SERVED.test(path)) throw routeNotFound()
      if (path === 'push/worker.js') reply.header('content-security-policy', WORKER_POLICY)
      return sendBuilt(reply, `web/${path}`)
    }
    reply
      .header('content-security-policy', POLICY)
      .header('referrer-policy', 'same-origin')
      // Some assistants open the page where an admin is asked in a window of theirs, and wait for it to come back.
      .header('cross-origin-opener-policy', path.startsWith('connect/') ? 'unsafe-none' : 'same-origin')
      .header('permissions-policy', 'camera=(), microphone=(self), geolocation=()')
    return sendBuilt(reply, 'web/index.html')
  }

  return mount(app, '', (scope) => {
    scope.get('/inbox', builtRoute, serve)
    scope.get('/inbox/*', builtRoute, serve)
  })
}

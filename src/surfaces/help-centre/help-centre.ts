import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { ParleyError } from '#core/errors.ts'
import { secondsLeft } from '#core/rates/minute-limits.ts'
import { requireMachineOrOperator } from '#surfaces/health.ts'
import { type App, mount } from '#surfaces/http/app.ts'
import { answerError } from '#surfaces/http/errors.ts'
import { asksForJson, chooseLanguage } from '#surfaces/http/preferences.ts'
import { errorPage } from './error-page.ts'
import { pageRoutes } from './page-routes.ts'
import type { HelpCentreOptions } from './parts.ts'
import { siteRoutes } from './site-routes.ts'
import { textLanguages } from './texts/texts.ts'

/** Bytes of a form that readers send: 64 KiB. */
const FORM_BYTES_MAX = 64 * 1_024

/** Stores' help pages at `/help/{handle}` and at their own domains, and what search engines and proxies ask of them. */
export async function helpCentreSurface(app: App, options: HelpCentreOptions): Promise<void> {
  const { limits, baseUrl } = options
  await mount(app, '', (scope) => serviceRoutes(scope, options))
  await mount(app, '/help', async (scope) => {
    const policy = policyOf(baseUrl)
    scope.addHook('onRequest', async (request, reply) => {
      reply.header('content-security-policy', policy).header('referrer-policy', 'strict-origin-when-cross-origin')
      await limits.takeAddress(request.ip, 'request')
    })
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    scope.addHook('onRoute', (route) => {
      route.schema = { ...route.schema, hide: true } as object
      route.bodyLimit = FORM_BYTES_MAX
    })
    scope.addHook('onSend', showErrors)
    scope.setErrorHandler((error: FastifyError, request, reply) => {
      if (error.code === 'RATE_LIMITED') reply.header('retry-after', String(secondsLeft()))
      return answerError(error, request, reply)
    })
    scope.addHook('onClose', () => options.figures.flush())
    pageRoutes(scope, options)
    siteRoutes(scope, options)
  })
}

/** What pages may load: their own host's styles, pictures and script, and, once somebody asks for it, the chat. */
function policyOf(baseUrl: string): string {
  const { origin } = new URL(baseUrl)
  return [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    `script-src 'self' ${origin}`,
    `connect-src 'self' ${origin}`,
    `frame-src ${origin}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Errors as pages, unless the client asks for JSON; wrong methods stay JSON. */
async function showErrors(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  const { statusCode } = reply
  const isJson = String(reply.getHeader('content-type') ?? '').includes('json')
  if (statusCode < 400 || statusCode === 405 || !isJson || asksForJson(request.headers.accept)) return payload
  const said = typeof payload === 'string' ? (JSON.parse(payload) as { error: { message: string } }).error.message : ''
  const locale = request.helpView?.locale ?? chooseLanguage(request.headers['accept-language'], textLanguages)
  reply.header('content-type', 'text/html; charset=utf-8').removeHeader('content-length')
  return errorPage(request.helpView, locale, statusCode, said)
}

/** What is asked at the service's own address. */
function serviceRoutes(app: App, { domains, operatorToken }: HelpCentreOptions): void {
  app.get('/robots.txt', { schema: { hide: true } as object }, (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send('User-agent: *\nAllow: /help/\nDisallow: /inbox\nDisallow: /api/\n'),
  )

  // Proxies ask at each handshake of an unknown name: answered from memory.
  app.get<{ Querystring: { domain?: string } }>(
    '/help-domains/check',
    { schema: { hide: true } as object },
    async (request, reply) => {
      requireMachineOrOperator(request, operatorToken)
      const domain = String(request.query.domain ?? '').toLowerCase()
      await domains.settled()
      if (!domains.isServed(domain)) throw new ParleyError('NOT_FOUND', 'No help centre is served at this domain.')
      return reply.send({ data: { domain } })
    },
  )
}

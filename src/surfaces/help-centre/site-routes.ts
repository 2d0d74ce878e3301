import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { notFound } from '#core/errors.ts'
import { findSitePicture } from '#core/help-centre/pictures.ts'
import type { App } from '#surfaces/http/app.ts'
import { ownHostOf } from '#surfaces/http/incoming/own-hosts.ts'
import { once, sendFile, toFile } from '#surfaces/http/made-file.ts'
import { openSite } from './open-site.ts'
import type { HelpCentreOptions } from './parts.ts'
import { llmsTxt, sitemap } from './sitemap.ts'
import { iconOf, styleOf } from './style.ts'

const params = Type.Object({ handle: Type.String() })
/** Pictures never change: another one has another id. */
const A_YEAR = 'public, max-age=31536000, immutable'

/** What belongs to a help centre as a whole: styles and script, pictures, and what search engines and assistants read. */
export function siteRoutes(app: App, options: HelpCentreOptions): void {
  const { files } = options

  /** The help centre; undefined once the request was redirected to the store's own domain. */
  const open = (request: FastifyRequest, reply: FastifyReply, handle: string) =>
    openSite(request, reply, { handle, choose: ([first]) => first as string }, options)

  app.get('/:handle/style.css', { schema: { params } }, async (request, reply) => {
    const view = await open(request, reply, request.params.handle)
    if (!view) return reply
    return sendFile(request, reply, toFile('text/css; charset=utf-8', await styleOf(view.site.color)))
  })

  app.get('/:handle/icon.svg', { schema: { params } }, async (request, reply) => {
    const view = await open(request, reply, request.params.handle)
    if (!view) return reply
    return sendFile(request, reply, toFile('image/svg+xml; charset=utf-8', iconOf(view.site.color)))
  })

  const script = once(async () =>
    toFile('text/javascript; charset=utf-8', await readFile(new URL('browser/help.js', import.meta.url))),
  )
  app.get('/:handle/help.js', { schema: { params } }, async (request, reply) => {
    const view = await open(request, reply, request.params.handle)
    return view ? sendFile(request, reply, await script()) : reply
  })

  app.get('/:handle/sitemap.xml', { schema: { params } }, async (request, reply) => {
    const view = await open(request, reply, request.params.handle)
    if (!view) return reply
    return reply
      .header('cache-control', 'no-cache')
      .type('application/xml; charset=utf-8')
      .send(Readable.from(sitemap(view)))
  })

  app.get('/:handle/llms.txt', { schema: { params } }, async (request, reply) => {
    const view = await open(request, reply, request.params.handle)
    if (!view) return reply
    return sendFile(request, reply, toFile('text/plain; charset=utf-8', await llmsTxt(view)))
  })

  // At the store's own domain only: there it is the whole host's.
  app.get('/:handle/robots.txt', { schema: { params } }, async (request, reply) => {
    if (ownHostOf(request.raw) === undefined) throw notFound('Page')
    const view = await open(request, reply, request.params.handle)
    if (!view) return reply
    return reply
      .type('text/plain; charset=utf-8')
      .send(`User-agent: *\nAllow: /\nSitemap: ${view.address}/sitemap.xml\n`)
  })

  app.get(
    '/:handle/files/:id',
    { schema: { params: Type.Object({ handle: Type.String(), id: Type.String() }) } },
    async (request, reply) => {
      const { handle, id } = request.params
      const view = await open(request, reply, handle)
      if (!view) return reply
      const picture = await findSitePicture(view.shop, view.site, id)
      const etag = `"${picture.id}"`
      reply.header('etag', etag).header('cache-control', A_YEAR).header('content-disposition', 'inline')
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      const body = await files.read(view.shop.shopId, picture)
      return reply.header('content-length', String(picture.size)).type(picture.type).send(body)
    },
  )
}

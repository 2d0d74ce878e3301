import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { firstCodePoints, hasText, makeStorable } from '#base/text.ts'
import { invalidParams, ParleyError } from '#core/errors.ts'
import { countHelpful } from '#core/help-centre/figures.ts'
import { type Former, readArticlePage, readCollectionPage, readOutline, searchPages } from '#core/help-centre/pages.ts'
import { HELP_QUERY_MAX } from '#core/limits.ts'
import { requireHelpSite } from '#core/stores/help-site.ts'
import type { App } from '#surfaces/http/app.ts'
import { sendError } from '#surfaces/http/errors.ts'
import { sendFile, toFile } from '#surfaces/http/made-file.ts'
import { chooseLanguage, prefersToHtml } from '#surfaces/http/preferences.ts'
import { articleMarkdown, collectionMarkdown, homeMarkdown } from './markdown-pages.ts'
import { openPage, toOwnHost } from './open-site.ts'
import { articlePage, collectionPage, homePage, searchPage } from './pages.ts'
import type { HelpCentreOptions } from './parts.ts'
import { createView, pathOf, type View } from './view.ts'

const slugParams = Type.Object({ handle: Type.String(), locale: Type.String(), slug: Type.String() })
const PAGES_MAX = 1_000

/** Home pages, collections, articles and the search of each language. */
export function pageRoutes(app: App, options: HelpCentreOptions): void {
  const { limits } = options

  app.get('/:handle', { schema: { params: Type.Object({ handle: Type.String() }) } }, async (request, reply) => {
    const found = await requireHelpSite(options.database, request.params.handle)
    const locale = chooseLanguage(request.headers['accept-language'], found.site.locales)
    const view = createView(request, found, locale, options.baseUrl)
    const address = toOwnHost(request, view) ?? view.base
    return reply.header('vary', 'Accept-Language').redirect(`${address}${pathOf.home(locale)}`, 302)
  })

  app.get(
    '/:handle/:locale',
    { schema: { params: Type.Object({ handle: Type.String(), locale: Type.String() }) } },
    async (request, reply) => {
      const { handle, locale } = request.params
      const asked = await open(
        request,
        reply,
        { handle, locale: withoutMd(locale).text, isMarkdown: locale.endsWith('.md') },
        options,
      )
      if (!asked) return reply
      const { view, isMarkdown } = asked
      const outline = await readOutline(view.shop, view.site, view.locale)
      return send(request, reply, isMarkdown ? homeMarkdown(view, outline) : homePage(view, outline), isMarkdown)
    },
  )

  app.get(
    '/:handle/:locale/collections/:slug',
    {
      schema: {
        params: slugParams,
        querystring: Type.Object({ page: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGES_MAX })) }),
      },
    },
    async (request, reply) => {
      const { page = 1 } = request.query
      const { text: slug, isMd } = withoutMd(request.params.slug)
      const asked = await open(request, reply, { ...request.params, isMarkdown: isMd }, options)
      if (!asked) return reply
      const { view, isMarkdown } = asked
      const found = await readCollectionPage(view.shop, view.site, {
        locale: view.locale,
        slug: slug.normalize('NFC'),
        page,
      })
      if (found.kind !== 'found') return leadOn(reply, view, found, { kind: 'collection', isMd })
      const text = isMarkdown
        ? collectionMarkdown(view, found.collection, found.articles)
        : collectionPage(view, found, page)
      return send(request, reply, text, isMarkdown)
    },
  )

  app.get('/:handle/:locale/articles/:slug', { schema: { params: slugParams } }, async (request, reply) => {
    const { text: slug, isMd } = withoutMd(request.params.slug)
    const asked = await open(request, reply, { ...request.params, isMarkdown: isMd }, options)
    if (!asked) return reply
    const { view, isMarkdown } = asked
    const found = await readArticlePage(view.shop, view.site, { locale: view.locale, slug: slug.normalize('NFC') })
    if (found.kind !== 'found') return leadOn(reply, view, found, { kind: 'article', isMd })
    if (!isMarkdown && isReader(request)) options.figures.countView(view.shop, found.article.id)
    return send(request, reply, isMarkdown ? articleMarkdown(view, found) : articlePage(view, found), isMarkdown)
  })

  const form = Type.Object({ helpful: Type.Optional(Type.String()) })
  app.post(
    '/:handle/:locale/articles/:slug/helpful',
    { schema: { params: slugParams, body: form } },
    async (request, reply) => {
      const asked = await open(request, reply, { ...request.params, isMarkdown: false }, options)
      if (!asked) return reply
      const { view } = asked
      const { locale, base, shop, site } = view
      const found = await readArticlePage(shop, site, { locale, slug: request.params.slug.normalize('NFC') })
      if (found.kind !== 'found') return leadOn(reply, view, found, { kind: 'article', isMd: false })
      const { helpful } = request.body
      if (helpful !== 'yes' && helpful !== 'no') throw invalidParams('helpful must be yes or no.')
      const { article } = found
      const isFirst = await limits.isFirst(`helpful:${request.ip}:${article.id}`)
      if (isFirst) await countHelpful(shop, article.id, helpful === 'yes')
      return reply.redirect(`${base}${pathOf.article(locale, article.slug)}`, 303)
    },
  )

  app.get(
    '/:handle/:locale/search',
    {
      schema: {
        params: Type.Object({ handle: Type.String(), locale: Type.String() }),
        querystring: Type.Object({ q: Type.Optional(Type.String()) }),
      },
    },
    async (request, reply) => {
      const asked = await open(request, reply, { ...request.params, isMarkdown: false }, options)
      if (!asked) return reply
      const { view } = asked
      const query = makeStorable(firstCodePoints((request.query.q ?? '').trim(), HELP_QUERY_MAX))
      const found = hasText(query) ? await searchPages(view.shop, view.site, { locale: view.locale, query }) : []
      if (hasText(query)) options.figures.countSearch(view.shop, { locale: view.locale, query, hits: found.length })
      return send(request, reply, searchPage(view, query, found), false)
    },
  )
}

/** Whether a person seems to read the page: robots call themselves so, and browsers say when they only look ahead. */
const isReader = ({ headers, method }: FastifyRequest): boolean =>
  method === 'GET' &&
  headers['sec-purpose'] === undefined &&
  !/bot|crawl|spider|slurp|preview/i.test((headers['user-agent'] ?? '').slice(0, 500))

/** A path's last part without `.md`: names in addresses have no full stop. */
function withoutMd(text: string): { text: string; isMd: boolean } {
  const isMd = text.endsWith('.md')
  return { text: isMd ? text.slice(0, -3) : text, isMd }
}

/** A page of one language, and whether it is sent as Markdown. Undefined once the request was redirected. */
async function open(
  request: FastifyRequest,
  reply: FastifyReply,
  { isMarkdown, ...page }: { handle: string; locale: string; isMarkdown: boolean },
  options: HelpCentreOptions,
): Promise<{ view: View; isMarkdown: boolean } | undefined> {
  const view = await openPage(request, reply, page, options)
  return view && { view, isMarkdown: isMarkdown || prefersToHtml(request.headers.accept, 'text/markdown') }
}

/** Leads to where a page is now, or says that it was removed. */
function leadOn(
  reply: FastifyReply,
  { base }: View,
  former: Former,
  { kind, isMd }: { kind: 'article' | 'collection'; isMd: boolean },
): FastifyReply {
  if (former.kind === 'gone') return sendError(reply, new ParleyError('NOT_FOUND', 'This page was removed.'), 410)
  return reply.redirect(`${base}${pathOf[kind](former.locale, former.slug)}${isMd ? '.md' : ''}`, 301)
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
  isMarkdown: boolean,
): Promise<FastifyReply> {
  reply.header('vary', 'Accept, Accept-Encoding')
  return sendFile(request, reply, toFile(`text/${isMarkdown ? 'markdown' : 'html'}; charset=utf-8`, text))
}

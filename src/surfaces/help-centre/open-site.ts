import type { FastifyReply, FastifyRequest } from 'fastify'
import { localeOf } from '#base/language-tags.ts'
import { notFound } from '#core/errors.ts'
import { helpAddress, requireHelpSite } from '#core/stores/help-site.ts'
import { ownHostOf } from '#surfaces/http/incoming/own-hosts.ts'
import { chooseLanguage } from '#surfaces/http/preferences.ts'
import type { HelpCentreOptions } from './parts.ts'
import { createView, type View } from './view.ts'

/**
 * Opens the help centre of a handle in the language that `choose` takes of its languages; NOT_FOUND for no such help centre.
 * Returns undefined once the request was redirected to the store's own domain.
 */
export async function openSite(
  request: FastifyRequest,
  reply: FastifyReply,
  { handle, choose }: { handle: string; choose: (locales: string[]) => string },
  { database, baseUrl }: HelpCentreOptions,
): Promise<View | undefined> {
  const found = await requireHelpSite(database, handle)
  const view = createView(request, found, choose(found.site.locales), baseUrl)
  request.helpView = view
  const address = toOwnHost(request, view)
  if (address === undefined) return view
  reply.redirect(`${address}${restOf(request, handle)}`, 301)
  return undefined
}

/**
 * Opens a help centre for a page of one language; NOT_FOUND for a language that the store does not have. A tag in another case is
 * redirected to the usual one.
 */
export async function openPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { handle, locale }: { handle: string; locale: string },
  options: HelpCentreOptions,
): Promise<View | undefined> {
  const tag = localeOf(locale)
  const choose = (locales: string[]) =>
    tag !== null && locales.includes(tag) ? tag : chooseLanguage(request.headers['accept-language'], locales)
  const view = await openSite(request, reply, { handle, choose }, options)
  if (!view) return undefined
  if (view.locale !== tag) throw notFound('Language')
  if (tag === locale) return view
  reply.redirect(`${view.base}/${tag}${restOf(request, handle).slice(1 + locale.length)}`, 301)
  return undefined
}

/** What follows the help centre's address in a request's. */
const restOf = ({ url }: FastifyRequest, handle: string): string => url.slice(`/help/${handle}`.length)

/** The address of the store's own domain, for a request that came to the service's. */
export function toOwnHost(request: FastifyRequest, { site, baseUrl }: View): string | undefined {
  return site.domain !== null && ownHostOf(request.raw) === undefined ? helpAddress(site, baseUrl) : undefined
}

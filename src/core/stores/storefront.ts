import { originOf } from '#base/origin.ts'
import { notFound } from '#core/errors.ts'
import { WIDGET_MAX } from '#core/limits.ts'
import type { Shop } from '#database/database.ts'
import { findArticles, listStoreArticles } from '#storage/knowledge/articles.ts'
import { listMembers, type MemberRow } from '#storage/members/members.ts'
import { findStore } from '#storage/stores/stores.ts'
import { completeSettings, type Settings } from './settings.ts'
import { readWidget } from './widget.ts'

/** A store as its storefront is; NOT_FOUND where the app is not installed. */
export async function requireStorefront(shop: Shop): Promise<{ name: string; settings: Settings }> {
  const store = await findStore(shop)
  if (!store || store.uninstalledAt !== null) throw notFound('Store')
  return { name: store.name, settings: completeSettings(store.settings) }
}

/** What a shopper's browser needs to draw the widget. No other setting leaves the service. */
export async function describeStorefront(
  shop: Shop,
  { isOnline, sendsMail }: { isOnline: boolean; sendsMail: boolean },
) {
  const [{ name, settings }, articles] = await Promise.all([
    requireStorefront(shop),
    listStoreArticles<Question>(shop, { after: '', limit: POPULAR }),
  ])
  const widget = readWidget(settings.widget)
  const [popular, team] = await Promise.all([
    widget.popular.length > 0 ? findInOrder(shop, widget.popular) : articles,
    widget.showTeam ? listMembers(shop) : [],
  ])
  const { color, darkMode, position, offset, launcher, logoUrl, headerImageUrl, font, sound, greeting, intro } = widget
  const config = {
    name,
    online: isOnline,
    theme: { color, darkMode, position, offset, launcher, logoUrl, headerImageUrl, font, sound, greeting, intro },
    texts: widget.texts,
    locale: widget.locale,
    locales: Object.keys(widget.texts),
    preChat: widget.preChat,
    quickReplies: widget.quickReplies,
    campaigns: widget.campaigns,
    handOff: widget.handOff,
    aiAgent: aiAgentOf(settings),
    faqs: widget.articles && articles.length > 0,
    popular: widget.articles ? popular.map(({ id, data }) => ({ id, question: data.question })) : [],
    team: team.flatMap(faceOf).slice(0, WIDGET_MAX.faces),
    replyTime: widget.replyTime,
    hours: widget.hours,
    rating: widget.rating,
    transcript: widget.transcript && sendsMail,
    orders: widget.orders,
    mail: sendsMail,
  }
  return { config, allowedOrigins: origins(settings.allowedOrigins) }
}

type Question = { question: string }

/** The store's choice, without those that are gone. */
async function findInOrder(shop: Shop, ids: string[]) {
  const found = await findArticles<Question>(shop, ids)
  return ids.flatMap((id) => found.find((article) => article.id === id) ?? [])
}

/** Help articles on the home screen, where the store chose none. */
const POPULAR = 3

/** What shoppers see of a member before there is a conversation: a first name and a picture. Who has none is left out. */
const faceOf = ({ active, firstName, avatarUrl }: MemberRow) =>
  active && firstName ? [{ name: firstName, avatarUrl: avatarUrl || null }] : []

/** The name of the AI agent if it answers new conversations of the widget, otherwise null. */
function aiAgentOf({ ai }: Settings): string | null {
  return ai.enabled && ai.channels.includes('online_store') ? ai.name : null
}

/** The origins among a store's settings; an older version kept whatever it was sent. */
export function origins(allowed: readonly string[]): string[] {
  return allowed.map(originOf).filter((origin) => origin !== null)
}

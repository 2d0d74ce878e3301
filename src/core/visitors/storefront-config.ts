import { getArticles, listHelpArticles } from '#core/knowledge/answers.ts'
import { WIDGET_MAX } from '#core/limits.ts'
import type { Settings } from '#core/stores/settings.ts'
import { origins, requireStorefront } from '#core/stores/storefront.ts'
import { readWidget } from '#core/stores/widget.ts'
import type { Shop } from '#database/database.ts'
import { listMembers, type MemberRow } from '#storage/members/members.ts'

/** What a shopper's browser needs to draw the widget. No other setting leaves the service. */
export async function describeStorefront(
  shop: Shop,
  { isOnline, sendsMail, locale }: { isOnline: boolean; sendsMail: boolean; locale: string | null },
) {
  const reader = { baseUrl: '', locale } // addresses are not among what is answered
  const [{ name, settings }, { articles }] = await Promise.all([
    requireStorefront(shop),
    listHelpArticles({ shop }, { query: undefined, limit: POPULAR, cursor: null }, reader),
  ])
  const widget = readWidget(settings.widget)
  const [popular, team] = await Promise.all([
    widget.popular.length > 0 ? getArticles({ shop }, widget.popular, reader) : articles,
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
    popular: widget.articles ? popular.map(({ id, question }) => ({ id, question })) : [],
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

/** Help articles on the home screen, where the store chose none. */
const POPULAR = 3

/** What shoppers see of a member before there is a conversation: a first name and a picture. Who has none is left out. */
const faceOf = ({ active, firstName, avatarUrl }: MemberRow) =>
  active && firstName ? [{ name: firstName, avatarUrl: avatarUrl || null }] : []

/** The name of the AI agent if it answers new conversations of the widget, otherwise null. */
function aiAgentOf({ ai }: Settings): string | null {
  return ai.enabled && ai.channels.includes('online_store') ? ai.name : null
}

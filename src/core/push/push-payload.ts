import type { UnseenNews } from '#storage/mail/member-digest.ts'
import type { PushRules } from '#storage/push/rules.ts'

/**
 * What a push says, as the inbox's service worker reads it (web/worker/worker.ts): it makes words of it in the browser's
 * language. Nulls are not known, or not to be shown.
 */
export interface PushNotice {
  kind: UnseenNews['kind']
  conversationId: string
  /** Which store it is of: a browser may take pushes of several. */
  store: { appId: string; name: string }
  /** When it happened, in milliseconds since 1970. */
  since: number
  actorName: string | null
  contactName: string | null
  text: string | null
}

/** Characters of a name: enough for a line of a lock screen. */
const NAME_MAX = 60
const ELLIPSIS = '…'

/** The notice of news, with no more than the store lets it show. */
export function noticeOf(
  news: UnseenNews,
  since: Date,
  { rules: { hidesText }, store }: { rules: PushRules; store: { appId: string; name: string } },
): PushNotice {
  const { kind, conversationId } = news
  const shown = (text: string | null, max: number) => (text === null || hidesText ? null : shorten(text, max))
  return {
    kind,
    conversationId,
    store: { appId: store.appId, name: shorten(store.name, NAME_MAX) },
    since: since.getTime(),
    // The colleague's name may be shown: it is not a customer's.
    actorName: news.actorName === null ? null : shorten(news.actorName, NAME_MAX),
    contactName: shown(news.contactName, NAME_MAX),
    text: shown(news.excerpt, EXCERPT_MAX),
  }
}

/** Characters of what was said. */
export const EXCERPT_MAX = 120

function shorten(text: string, max: number): string {
  const line = [...text.toWellFormed().replace(/\s+/g, ' ').trim()]
  return line.length > max ? line.slice(0, max - 1).join('') + ELLIPSIS : line.join('')
}

import { currentTime } from '#base/clock.ts'
import { newId } from '#base/ids.ts'
import { codePoints, firstCodePoints, hasText } from '#base/text.ts'
import { setAttributes } from '#core/conversations/attributes.ts'
import { invalidParams } from '#core/errors.ts'
import {
  BROWSED_PAGES_KEPT_MS,
  BROWSED_PAGES_MAX,
  CONTEXT_BYTES_MAX,
  EVENT_NAME_MAX,
  TRACKED_EVENTS_MAX,
} from '#core/limits.ts'
import { readSettings } from '#core/stores/settings.ts'
import { checkPreChat, readWidget } from '#core/stores/widget.ts'
import type { Shop } from '#database/database.ts'
import { type PageView, saveContext, savePages, saveTrackedEvent } from '#storage/visitors/tracking.ts'
import { updateVisitor, type VisitorPatch } from '#storage/visitors/visitors.ts'
import { findCurrentConversation } from './conversations.ts'
import {
  checkAttributes,
  checkDetails,
  lockVisitorToWrite,
  mergeAttributes,
  notifyTabs,
  saveDetails,
  type Visitor,
  type VisitorDetails,
} from './visitors.ts'

/** What the shop's page reports of a visit, in addition to messages. It is not trusted, only shown to members. */

export const CONTEXT_KINDS = ['shop', 'product', 'cart', 'order', 'context'] as const
export type ContextKind = (typeof CONTEXT_KINDS)[number]

export async function setContext(shop: Shop, visitor: Visitor, kind: ContextKind, data: object): Promise<void> {
  checkBytes(data, 'data')
  await saveContext(shop, visitor.sessionId, { kind, data, now: currentTime() })
}

function checkBytes(value: object, name: string): void {
  const bytes = Buffer.byteLength(JSON.stringify(value))
  if (bytes > CONTEXT_BYTES_MAX) {
    throw invalidParams(`${name} takes ${bytes} bytes as JSON; at most ${CONTEXT_BYTES_MAX} are allowed.`)
  }
}

/** Sets attributes of the current conversation by name, or keeps them until there is one. */
export async function setConversationAttributes(
  shop: Shop,
  visitor: Visitor,
  attributes: Record<string, string>,
): Promise<void> {
  checkAttributes(attributes)
  const current = await findCurrentConversation(shop, visitor)
  if (current) return setAttributes({ shop }, current.id, attributes)
  await shop.transaction(async (tx) => {
    const { id, conversationAttributes } = await lockVisitorToWrite(tx, visitor.id)
    await updateVisitor(tx, id, { conversationAttributes: mergeAttributes(conversationAttributes, attributes) })
  })
}

const URL_MAX = 2_048
const TITLE_MAX = 300

/** Stores pages of the session, except those that are not a shop's page. */
export async function addPages(
  shop: Shop,
  visitor: Pick<Visitor, 'sessionId'>,
  pages: readonly { url: string; title?: string; viewedAt?: string }[],
): Promise<void> {
  const now = currentTime().getTime()
  const views = pages.slice(-BROWSED_PAGES_MAX).flatMap(({ url, title = '', viewedAt }): PageView[] => {
    if (url.length > URL_MAX || !/^https?:\/\//i.test(url) || !URL.canParse(url)) return []
    const told = viewedAt === undefined ? now : Date.parse(viewedAt)
    const at = Number.isNaN(told) ? now : Math.max(now - BROWSED_PAGES_KEPT_MS, Math.min(now, told))
    return [{ id: newId(), url, title: firstCodePoints(title, TITLE_MAX), viewedAt: new Date(at) }]
  })
  if (views.length > 0) await savePages(shop, visitor.sessionId, views, BROWSED_PAGES_MAX)
}

export async function trackEvent(
  shop: Shop,
  visitor: Visitor,
  { name, props }: { name: string; props?: object | undefined },
): Promise<void> {
  if (!hasText(name) || codePoints(name) > EVENT_NAME_MAX) {
    throw invalidParams(`name must have 1 to ${EVENT_NAME_MAX} characters.`)
  }
  if (props) checkBytes(props, 'props')
  const event = { id: newId(), name, props: props ?? null, createdAt: currentTime() }
  await saveTrackedEvent(shop, visitor.sessionId, event, TRACKED_EVENTS_MAX)
}

/** The form before the chat, filled in: who it is becomes the contact's, the rest the conversation's attributes. */
export async function submitPreChat(shop: Shop, visitor: Visitor, answers: Record<string, string>): Promise<void> {
  const settings = await readSettings(shop)
  const given = checkPreChat(readWidget(settings.widget).preChat, answers)
  const details: VisitorDetails = {}
  const attributes: Record<string, string> = {}
  for (const { field, value } of given) {
    if (field.type === 'email') details.email = value
    else if (field.type === 'phone') details.phone = value
    else if (field.name === 'name') details.name = value
    else attributes[field.name] = value
  }
  checkDetails(details)
  checkAttributes(attributes)
  await shop.transaction(async (tx) => {
    const locked = await lockVisitorToWrite(tx, visitor.id)
    await saveDetails(tx, locked, details)
    await updateVisitor(tx, visitor.id, { preChatDone: true, hidePreChatMessage: '' })
    notifyTabs(tx, visitor.id)
  })
  if (Object.keys(attributes).length > 0) await setConversationAttributes(shop, visitor, attributes)
}

/** The form left out, where the store lets it be. */
export async function skipPreChat(shop: Shop, visitor: Visitor): Promise<void> {
  const { preChat } = readWidget((await readSettings(shop)).widget)
  if (preChat.mode !== 'optional') throw invalidParams('The form of this store cannot be skipped.')
  const patch: VisitorPatch = { preChatDone: true, hidePreChatMessage: 'by-user' }
  await updateVisitor(shop, visitor.id, patch)
  notifyTabs(shop, visitor.id)
}

import { currentTime } from '#base/clock.ts'
import { fillTemplate, type Template, type TemplateContent, type TemplateSlot } from '#channels/meta/templates.ts'
import type { Caller } from '#core/caller.ts'
import {
  type ConversationChange,
  changeConversation,
  requireNotMerged,
  withMergedRedirect,
} from '#core/conversations/conversation-transaction.ts'
import { findDeliveryRoute } from '#core/conversations/delivery-route.ts'
import type { MessageView } from '#core/conversations/messages.ts'
import { findSent, viewOf, writeReply } from '#core/conversations/replies.ts'
import { channelUnavailable, invalidParams, notFound } from '#core/errors.ts'
import { TEMPLATE_PARAMETER_MAX } from '#core/limits.ts'
import type { Queries, Shop } from '#database/database.ts'
import { type AccountRow, findAccount } from '#storage/channels/accounts.ts'
import * as stored from '#storage/channels/templates.ts'
import { listOrdersOfContact } from '#storage/commerce/orders.ts'
import { type ConversationRow, readConversation } from '#storage/conversations/conversations.ts'

/** WhatsApp's message templates, which also reach a customer whose 24-hour window has closed (spec C13.10). */

/** Templates that one search returns. */
const FOUND_MAX = 50
/** Templates that a store's rules choose from. */
const SENDABLE_MAX = 250

/** A template with what its placeholders would be filled with for one customer. */
interface OfferedTemplate extends Omit<Template, 'content'> {
  content: Omit<TemplateContent, 'slots'> & { slots: (TemplateSlot & { suggested: string })[] }
}

export interface TemplateList {
  /** Null: the account was connected without it, so its templates are unknown. */
  businessId: string | null
  refreshedAt: Date | null
  templates: OfferedTemplate[]
}

/** Templates of the account through which a conversation's replies leave. */
export async function listConversationTemplates(caller: Caller, id: string, search: string): Promise<TemplateList> {
  const { shop } = caller
  const { account, conversation } = await findTemplateAccount(caller, id)
  const [source, templates, order] = await Promise.all([
    stored.findTemplateSource(shop, account.id),
    stored.listTemplates<TemplateContent>(shop, account.id, search, FOUND_MAX),
    conversation.contactId === null ? '' : newestOrderNumber(shop, conversation.contactId),
  ])
  const known = { name: conversation.customerName ?? '', order }
  return {
    businessId: source?.businessId ?? null,
    refreshedAt: source?.templatesAt ?? null,
    templates: templates.map(({ content, ...template }) => ({
      ...template,
      content: { ...content, slots: suggest(content.slots, known) },
    })),
  }
}

/** The account whose templates a conversation can be sent. */
export async function findTemplateAccount(
  { shop }: Caller,
  id: string,
): Promise<{ account: AccountRow; conversation: ConversationRow }> {
  const conversation = await readConversation(shop, id)
  if (!conversation) throw notFound('Conversation')
  return { account: await requireAccount(shop, conversation), conversation }
}

async function requireAccount(queries: Queries, conversation: ConversationRow): Promise<AccountRow> {
  if (conversation.channel !== 'phone_messenger') {
    throw invalidParams(`Templates are sent on phone_messenger; this conversation is on ${conversation.channel}.`)
  }
  const { leavesBy } = await findDeliveryRoute(queries, conversation, currentTime())
  const account = leavesBy && (await findAccount(queries, leavesBy.accountId))
  if (!account) throw channelUnavailable('No account of the store reaches this customer on phone_messenger.')
  return account
}

async function newestOrderNumber(shop: Queries, contactId: string): Promise<string> {
  const [order] = (await listOrdersOfContact(shop, contactId, 1)) as { orderNumber?: string }[]
  return order?.orderNumber ?? ''
}

/** The customer's name and newest order, each in the first placeholder that its name or its example shows to be for it. */
function suggest(slots: TemplateSlot[], known: { name: string; order: string }) {
  const isForOrder = ({ key, example }: TemplateSlot) =>
    /order|bestell|commande|pedido/i.test(key) || /\d/.test(example)
  const isForName = ({ key, example }: TemplateSlot) =>
    /^\d+$/.test(key) ? /^\p{L}[\p{L} .'’-]*$/u.test(example) : /name|customer|nom|kunde/i.test(key)
  const texts = slots.filter(({ part }) => part !== 'button')
  const order = texts.find((slot) => isForOrder(slot)) ?? slots.find((slot) => isForOrder(slot))
  const name = texts.find((slot) => slot !== order && isForName(slot))
  return slots.map((slot) => ({ ...slot, suggested: slot === name ? known.name : slot === order ? known.order : '' }))
}

/** Replaces the templates of an account by what Meta lists. */
export function saveTemplates(shop: Shop, accountId: string, templates: Template[]): Promise<void> {
  return shop.transaction((tx) => stored.replaceTemplates(tx, accountId, templates, currentTime()))
}

export interface TemplateWords extends stored.TemplateChoice {
  clientId?: string
}

/**
 * Sends a template as a member's reply (spec C13.10): also when the 24-hour window has closed, which only the customer's
 * answer opens. The message's text is the template as filled.
 */
export async function postTemplate(
  caller: Caller,
  id: string,
  { parameters, clientId, memberId, ...wanted }: TemplateWords & { memberId: string },
): Promise<MessageView> {
  const say = (id: string) =>
    changeConversation(
      caller,
      id,
      async (change) => {
        const sent = await findSent(change, clientId)
        if (sent) return sent
        requireNotMerged(change)
        const { text, filled } = await fillFor(change, { ...wanted, parameters })
        const words = { text, memberId, ...(clientId !== undefined && { clientId }) }
        return writeReply(change, change.author, words, {}, { template: filled })
      },
      memberId,
    )
  return viewOf(await withMergedRedirect(id, say))
}

/** A template as a conversation's account has it now, filled in. Throws where it cannot be sent. */
export async function fillFor(
  { tx, conversation }: ConversationChange,
  { parameters, ...wanted }: stored.TemplateChoice,
): Promise<{ text: string; filled: object }> {
  const account = await requireAccount(tx, conversation)
  const template = await stored.findTemplate<TemplateContent>(tx, account.id, wanted)
  if (!template) throw notFound('Template')
  checkTemplate(template, parameters)
  return fillTemplate(template, parameters)
}

/** What rules know of a customer, for the placeholders {{name}} and {{order}} in their parameters. */
export async function fillHoles(
  { tx, conversation }: ConversationChange,
  parameters: readonly string[],
): Promise<string[]> {
  const { contactId, customerName } = conversation
  const needsOrder = parameters.some((parameter) => parameter.includes('{{order}}'))
  const order = needsOrder && contactId !== null ? await newestOrderNumber(tx, contactId) : ''
  return parameters.map((parameter) =>
    parameter.replaceAll('{{name}}', customerName ?? '').replaceAll('{{order}}', order),
  )
}

/** The store's templates that can be sent, of all its accounts: one for each name and language. */
export function listSendableTemplates({ shop }: Caller): Promise<Template[]> {
  return stored.listSendableTemplates<TemplateContent>(shop, SENDABLE_MAX)
}

/** INVALID_PARAMS for a template that Meta would not send. */
function checkTemplate({ name, status, content }: Template, parameters: string[]): void {
  const { slots, obstacle } = content
  if (status !== 'APPROVED') throw invalidParams(`${name} is ${status}; only templates that are APPROVED can be sent.`)
  if (obstacle) {
    const what = obstacle === 'media' ? 'a picture, video or document' : 'a parameter that is not a text'
    throw invalidParams(`${name} needs ${what}, which cannot be sent from here.`)
  }
  if (parameters.length !== slots.length) {
    throw invalidParams(`parameters: ${name} takes ${slots.length} (${wordsOf(slots)}), not ${parameters.length}.`)
  }
  for (const [index, text] of parameters.entries()) {
    const slot = slots[index] as TemplateSlot
    // Meta refuses line breaks, tabs and more than four spaces in a row.
    if (!/\S/.test(text) || /[\n\r\t]| {5}/.test(text) || text.length > TEMPLATE_PARAMETER_MAX) {
      throw invalidParams(
        `parameters[${index}] (${slot.part} ${slot.key}): 1 to ${TEMPLATE_PARAMETER_MAX} characters without line breaks, tabs and more than four spaces in a row.`,
      )
    }
  }
}

const wordsOf = (slots: TemplateSlot[]) =>
  slots.map(({ part, key }) => `${part} ${key}`).join(', ') || 'no placeholders'

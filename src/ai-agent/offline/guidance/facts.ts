import { currentTime } from '#base/clock.ts'
import { isOpenAt } from '#base/opening-hours.ts'
import type { GuidanceFacts } from '#core/guidance/conditions.ts'
import type { ActiveGuidance, GuidanceCondition, GuidanceConditionKind } from '#core/guidance/guidance.ts'
import { readWidget } from '#core/stores/widget.ts'
import { type GuidanceFactsRow, readGuidanceFacts } from '#storage/guidance/facts.ts'
import { listSegmentsOf } from '#storage/segments/segments.ts'
import type { Context } from '../context.ts'
import { findOwnOrder } from '../orders.ts'

/** Kinds of conditions that need the conversation's row, its contact or its page. */
const OF_CONVERSATION: readonly GuidanceConditionKind[] = [
  'tags',
  'contact',
  'contact_tags',
  'attribute',
  'segment',
  'page',
]

/** Looks up what conditions are about: each thing once a turn, when a condition first asks for it. */
export class TurnFacts {
  readonly #context: Context
  readonly #all: readonly ActiveGuidance[]
  #conversation: Promise<GuidanceFacts> | undefined
  #order: Promise<GuidanceFacts> | undefined

  /** `all`: the guidance that may ask, whose segments are looked up together. */
  constructor(context: Context, all: readonly ActiveGuidance[]) {
    this.#context = context
    this.#all = all
  }

  async for(conditions: readonly GuidanceCondition[]): Promise<GuidanceFacts> {
    const { turn, understanding } = this.#context
    const { hours } = readWidget(turn.settings.widget)
    const kinds = new Set(conditions.map(({ about }) => about))
    const facts: GuidanceFacts = {
      channel: turn.channel,
      text: understanding.text,
      language: understanding.language,
      isInHours: hours ? isOpenAt(currentTime(), hours) : null,
      isSignedIn: turn.provenEmails.length > 0,
    }
    if (OF_CONVERSATION.some((kind) => kinds.has(kind))) {
      this.#conversation ??= this.#readConversation()
      Object.assign(facts, await this.#conversation)
    }
    if (kinds.has('order')) {
      this.#order ??= this.#readOrder()
      Object.assign(facts, await this.#order)
    }
    return facts
  }

  async #readConversation(): Promise<GuidanceFacts> {
    const { turn } = this.#context
    const { shop } = turn.caller
    const row = turn.conversation && (await readGuidanceFacts(shop, turn.conversation.id))
    if (!row) return { tags: [], customerType: 'anonymous', contactTags: [], segments: [], page: null }
    const { tags, customerType, contactTags, attributes, page } = row
    return {
      tags,
      customerType,
      contactTags,
      attributes: new Map(attributes.map(({ name, value }) => [name, value])),
      segments: await this.#segmentsOf(row),
      page,
    }
  }

  async #segmentsOf({ contactId }: GuidanceFactsRow): Promise<string[]> {
    const asked = this.#all.flatMap(({ conditions }) => conditions.filter(({ about }) => about === 'segment'))
    const among = [...new Set(asked.flatMap(({ values }) => values))]
    if (contactId === null || among.length === 0) return []
    const { shop } = this.#context.turn.caller
    const found = await listSegmentsOf(shop, [contactId], { now: currentTime(), among })
    return found.get(contactId)?.map(({ id }) => id) ?? []
  }

  /** The states of an order that the customer has proven to be theirs; null without such an order. */
  async #readOrder(): Promise<GuidanceFacts> {
    const context = { ...this.#context, trace: { ...this.#context.trace, checks: [] } }
    const found = await findOwnOrder(context, 'order.ask')
    if (!('order' in found)) return { orderStates: null }
    const { status, shipments, cancelledAt } = found.order
    const ofShipments = shipments.map((shipment) => shipment.status)
    return { orderStates: [status, ...ofShipments, ...(cancelledAt === null ? [] : ['cancelled'])] }
  }
}

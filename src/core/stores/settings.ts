import { type Static, Type } from 'typebox'
import { describeValidationError } from '#base/describe-validation-error.ts'
import { isHostName } from '#base/host-name.ts'
import { loadLater } from '#base/load-later.ts'
import { isObject } from '#base/objects.ts'
import { originOf } from '#base/origin.ts'
import { firstCodePoints } from '#base/text.ts'
import { CHANNELS, type Channel } from '#channels/channel-window.ts'
import { checkLocale } from '#core/checks.ts'
import { invalidParams } from '#core/errors.ts'
import { AFTER_SALE_MAX, AI_AGENT_MAX, ALLOWED_AMOUNT_MAX, HELP_LOCALES_MAX } from '#core/limits.ts'
import { nonBlankText } from '#core/non-blank-text.ts'
import type { Queries } from '#database/database.ts'
import { findSettings } from '#storage/stores/stores.ts'
import { HANDLE_PATTERN } from './help-handle.ts'
import { type Plan, requirePlan } from './plans.ts'
import { checkWidget } from './widget.ts'

const typebox = loadLater<typeof import('typebox/value')>('typebox/value')

const days = (description: string, maximum: number) => Type.Integer({ minimum: 0, maximum, description })
const flag = (description: string) => Type.Boolean({ description })
const allowedUpTo = (what: string) =>
  Type.Number({
    minimum: 0,
    maximum: ALLOWED_AMOUNT_MAX,
    description: `${what} up to this amount need no approval; 0: each does.`,
  })
const group = <T extends Record<string, ReturnType<typeof flag | typeof days>>>(properties: T) =>
  Type.Object(properties, { additionalProperties: false })

const OrderActions = Type.Object(
  {
    enabled: flag('The AI agent prepares order actions, which a member approves. Default: false.'),
    cancelUpTo: allowedUpTo('Cancellations of orders'),
    refundUpTo: allowedUpTo('Refunds'),
    addressUpTo: allowedUpTo('Changes of the shipping address of orders'),
    returnUpTo: allowedUpTo('Returns of orders'),
    currencyCode: Type.String({
      pattern: '^[A-Z]{3}$',
      examples: ['EUR'],
      description: 'Currency of these amounts. Others need approval. Default: USD.',
    }),
  },
  { additionalProperties: false },
)

/** A store's settings (spec C4): every key, with what it does. The storefront adds to `widget`. */
export const Settings = Type.Object(
  {
    autoAssign: flag('The conversation is assigned to the member who replies, unless the AI agent handles it.'),
    reopenOnCustomerMessage: flag('A resolved conversation reopens when its customer writes.'),
    allowedOrigins: Type.Array(Type.String({ maxLength: 255 }), {
      maxItems: 100,
      description: 'Sites whose pages may load the widget, such as https://shop.example; empty allows all.',
    }),
    afterSale: group({
      returnDays: days('Days after delivery in which a return may be asked for.', AFTER_SALE_MAX.days),
      refundDays: days('Days after delivery in which a refund may be asked for.', AFTER_SALE_MAX.days),
      cancelHours: days('Hours after the order in which it may be cancelled.', AFTER_SALE_MAX.hours),
      editHours: days('Hours after the order in which it may be changed.', AFTER_SALE_MAX.hours),
    }),
    ai: Type.Object(
      {
        enabled: flag('The AI agent answers new conversations.'),
        name: nonBlankText({
          maxLength: AI_AGENT_MAX.name,
          description: 'Name that customers see on its messages.',
        }),
        instructions: Type.String({
          maxLength: AI_AGENT_MAX.instructions,
          description: 'Instructions for a model. Offline answers do not use them.',
        }),
        handOffTopics: Type.Array(nonBlankText({ maxLength: AI_AGENT_MAX.topic }), {
          maxItems: AI_AGENT_MAX.topics,
          description: 'Words and subjects for a person: a message that contains one is handed off.',
        }),
        channels: Type.Array(Type.Unsafe<Channel>({ type: 'string', enum: CHANNELS }), {
          description: 'Channels on which it answers.',
        }),
        minConfidence: Type.Number({ minimum: 0, maximum: 1, description: 'Required confidence of an answer.' }),
        maxTurns: Type.Integer({
          minimum: 1,
          maximum: AI_AGENT_MAX.turns,
          description: 'Messages in a row without a person after which it hands off.',
        }),
        assistantsYield: flag('Assistants’ messages (MCP send_message) are refused once a member has replied.'),
        training: group({
          products: flag('The AI may search products.'),
          collections: flag('The AI may search collections.'),
          discounts: flag('The AI may search discounts.'),
        }),
        skills: group({
          sizeGuide: flag('Size charts (Pro plan).'),
          orderTracking: flag('Order tracking (Basic plan).'),
          afterSale: flag('Returns, refunds, cancellations and edits.'),
          humanHandoff: flag('Handing a conversation to a person.'),
        }),
        orderActions: Type.Optional(
          Type.Partial(OrderActions, {
            additionalProperties: false,
            description: 'What the AI agent may do with orders. Absent until it is set; so is each part of it.',
          }),
        ),
      },
      { additionalProperties: false },
    ),
    helpCentre: Type.Object(
      {
        enabled: flag('The help pages are public.'),
        handle: Type.String({
          pattern: HANDLE_PATTERN,
          examples: ['my-store'],
          description:
            'The store in addresses of its help pages (`/help/{handle}`): 1 to 63 of a to z, 0 to 9 and hyphen, no hyphen at the ends. Made from the store’s first name; a former one is free at once.',
        }),
        domain: Type.Union([Type.String({ maxLength: 253 }), Type.Null()], {
          description: 'Host name in lower case that serves the help pages once a TXT record has proved it.',
        }),
        locales: Type.Array(Type.String({ maxLength: 35 }), {
          minItems: 1,
          maxItems: HELP_LOCALES_MAX,
          description:
            'Language tags of the help pages. The first is the fallback, `x-default`, and the language of records without `locale`.',
        }),
      },
      { additionalProperties: false },
    ),
    widget: Type.Record(Type.String({ maxLength: 64 }), Type.Unknown(), {
      description: 'Look and texts of the storefront widget.',
    }),
  },
  { additionalProperties: false },
)

export type Settings = Static<typeof Settings>

/** What the AI agent is called, unless the store has a name for it. */
export const AI_AGENT_NAME = 'AI agent'

export const DEFAULT_SETTINGS: Settings = {
  autoAssign: false,
  reopenOnCustomerMessage: true,
  allowedOrigins: [],
  afterSale: { returnDays: 30, refundDays: 30, cancelHours: 24, editHours: 24 },
  ai: {
    enabled: false,
    name: AI_AGENT_NAME,
    instructions: '',
    handOffTopics: [],
    channels: ['online_store'],
    minConfidence: 0.5,
    maxTurns: 12,
    assistantsYield: false,
    training: { products: false, collections: false, discounts: false },
    skills: { sizeGuide: false, orderTracking: true, afterSale: true, humanHandoff: true },
  },
  helpCentre: { enabled: false, handle: 'store', domain: null, locales: ['en'] },
  widget: {},
}

/** Switches with a minimum plan (spec C4.3), checked when they are turned on and never later. */
export const SWITCH_PLANS: { name: string; plan: Plan; isOn: (settings: Settings) => boolean }[] = [
  { name: 'ai.skills.sizeGuide', plan: 'pro', isOn: (s) => s.ai.skills.sizeGuide },
  { name: 'ai.skills.orderTracking', plan: 'basic', isOn: (s) => s.ai.skills.orderTracking },
]

const DEFAULT_ORDER_ACTIONS = {
  enabled: false,
  cancelUpTo: 0,
  refundUpTo: 0,
  addressUpTo: 0,
  returnUpTo: 0,
  currencyCode: 'USD',
}

/** What the AI agent may do with orders, with the defaults of what was never set. */
export const orderActionsOf = ({ ai }: Settings): Static<typeof OrderActions> => ({
  ...DEFAULT_ORDER_ACTIONS,
  ...ai.orderActions,
})

/** Stored settings hold what was ever set; the rest has its default. */
export function completeSettings(stored: object): Settings {
  return merge(DEFAULT_SETTINGS, stored) as Settings
}

export async function readSettings(shop: Queries): Promise<Settings> {
  return completeSettings(await findSettings(shop))
}

/** `change` merged into `current`, group by group; INVALID_PARAMS for unknown settings, wrong values and plans. */
export function changeSettings(current: Settings, change: object, plan: Plan): Settings {
  const settings = replaceInWidget(merge(current, change), current, change)
  const { allowedOrigins } = change as { allowedOrigins?: unknown }
  const mistakes = typebox().Value.Errors(Settings, settings)
  if (mistakes.length > 0) {
    const refused = {
      mistakes,
      value: settings,
      schema: Settings,
      root: 'settings',
      whole: 'settings',
      noun: 'setting',
    }
    throw invalidParams(`${describeValidationError(refused)}.`)
  }
  checkWidget((settings as Settings).widget)
  checkHelpCentre(settings as Settings)
  if (allowedOrigins !== undefined) keepOrigins(settings as Settings)
  for (const { name, plan: minimum, isOn } of SWITCH_PLANS) {
    if (isOn(settings as Settings) && !isOn(current)) requirePlan(plan, minimum, `The setting ${name}`)
  }
  return settings as Settings
}

/** Keeps the origin of each address in `allowedOrigins`, which is all that browsers compare. */
function keepOrigins(settings: Settings): void {
  settings.allowedOrigins = settings.allowedOrigins.map((address, i) => {
    const origin = originOf(address)
    if (origin) return origin
    const given = `settings.allowedOrigins[${i}] is ${JSON.stringify(firstCodePoints(address, 60))}`
    throw invalidParams(`${given}; it must be the address of a site, such as https://shop.example.`)
  })
}

/** Keeps language tags in their usual case. Refuses wrong tags, a tag twice, and a domain that is not a host name. */
function checkHelpCentre({ helpCentre }: Settings): void {
  helpCentre.locales = helpCentre.locales.map((tag, i) => checkLocale(tag, `settings.helpCentre.locales[${i}]`))
  if (new Set(helpCentre.locales).size < helpCentre.locales.length) {
    throw invalidParams('settings.helpCentre.locales names a language twice.')
  }
  if (helpCentre.domain !== null && !isHostName(helpCentre.domain)) {
    throw invalidParams('settings.helpCentre.domain must be a host name in lower case, such as help.shop.example.')
  }
}

/** What the widget's keys hold is one value each: a form that lost a field is not merged with the one that had it. */
function replaceInWidget(merged: unknown, current: Settings, change: object): unknown {
  const { widget } = change as { widget?: unknown }
  return isObject(merged) && isObject(widget) ? { ...merged, widget: { ...current.widget, ...widget } } : merged
}

function merge(base: unknown, change: unknown): unknown {
  if (!isObject(base) || !isObject(change)) return change
  const merged: Record<string, unknown> = { ...base }
  for (const [key, value] of Object.entries(change)) {
    merged[key] = Object.hasOwn(base, key) ? merge(base[key], value) : value
  }
  return merged
}

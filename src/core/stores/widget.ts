import { type Static, type TSchema, Type } from 'typebox'
import { describeValidationError } from '#base/describe-validation-error.ts'
import { loadLater } from '#base/load-later.ts'
import { hasText } from '#base/text.ts'
import { isTimeZone } from '#base/zoned-time.ts'
import { invalidParams } from '#core/errors.ts'
import { ATTRIBUTE_NAME_MAX, ATTRIBUTE_VALUE_MAX, EVENT_NAME_MAX, ID_MAX, WIDGET_MAX } from '#core/limits.ts'
import { nonBlankText } from '#core/non-blank-text.ts'

const typebox = loadLater<typeof import('typebox/value')>('typebox/value')

/**
 * `settings.widget` (docs/storefront-protocol.md): each known key is checked when it is set; unknown ones are kept and
 * ignored, so that a newer widget's settings survive an older server. Each has a default.
 */
const text = (maxLength: number, description: string) => Type.String({ maxLength, description })
const flag = (description: string) => Type.Boolean({ description })
const choice = <T extends string>(values: readonly T[], description: string) =>
  Type.Unsafe<T>({ type: 'string', enum: values, description })

const PreChatField = Type.Object({
  name: Type.String({ minLength: 1, maxLength: WIDGET_MAX.fieldName, pattern: '^[\\w.-]+$', examples: ['size'] }),
  label: nonBlankText({ maxLength: WIDGET_MAX.fieldLabel }),
  type: choice(['text', 'email', 'phone', 'select'], 'What may be typed.'),
  required: Type.Optional(Type.Boolean()),
  options: Type.Optional(Type.Array(nonBlankText({ maxLength: 120 }), { maxItems: 50 })),
})
export type PreChatField = Static<typeof PreChatField>

/** https, or a path of this service. */
export const PictureUrl = Type.String({
  maxLength: 2_048,
  pattern: '^(https://|/(?!/))',
  examples: ['https://shop.example/a.png'],
})

const Campaign = Type.Object({
  key: nonBlankText({ maxLength: WIDGET_MAX.campaignKey }),
  text: nonBlankText({ maxLength: WIDGET_MAX.campaignText }),
  senderName: Type.Optional(nonBlankText({ maxLength: 80 })),
  rules: Type.Optional(
    Type.Object({
      url: Type.Optional(nonBlankText({ maxLength: WIDGET_MAX.campaignUrl })),
      seconds: Type.Optional(Type.Number({ minimum: 0, maximum: WIDGET_MAX.campaignSeconds })),
      cartTotal: Type.Optional(Type.Number({ minimum: 0 })),
      exit: Type.Optional(Type.Boolean()),
      scroll: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      languages: Type.Optional(
        Type.Array(Type.String({ pattern: '^[A-Za-z]{2,3}$', examples: ['fr'] }), { maxItems: 50 }),
      ),
      countries: Type.Optional(
        Type.Array(Type.String({ pattern: '^[A-Za-z]{2}$', examples: ['CH'] }), { maxItems: 250 }),
      ),
      returning: Type.Optional(Type.Boolean()),
      event: Type.Optional(nonBlankText({ maxLength: EVENT_NAME_MAX })),
      attribute: Type.Optional(
        Type.Object({
          name: nonBlankText({ maxLength: ATTRIBUTE_NAME_MAX }),
          value: Type.String({ maxLength: ATTRIBUTE_VALUE_MAX }),
        }),
      ),
    }),
  ),
  once: Type.Optional(Type.Boolean()),
  everyDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 365 })),
  from: Type.Optional(Type.String({ format: 'date-time' })),
  until: Type.Optional(Type.String({ format: 'date-time' })),
  imageUrl: Type.Optional(PictureUrl),
  button: Type.Optional(
    Type.Object({
      label: nonBlankText({ maxLength: 40 }),
      url: Type.String({ maxLength: 2_048, pattern: '^(https://|/(?!/))', examples: ['https://shop.example/a'] }),
    }),
  ),
})

const Clock = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', examples: ['09:00'] })
/** A day's end may be 24:00. */
const EndClock = Type.String({ pattern: '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$', examples: ['17:00'] })

/** When the team is there, in the store's own time zone: shown while nobody is online. */
const Hours = Type.Object({
  timeZone: Type.String({ minLength: 1, maxLength: 64 }),
  open: Type.Array(
    Type.Object({
      days: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { minItems: 1, maxItems: 7 }),
      from: Clock,
      to: EndClock,
    }),
    { maxItems: WIDGET_MAX.hours },
  ),
  closed: Type.Optional(
    Type.Array(Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', examples: ['2026-12-25'] }), {
      maxItems: WIDGET_MAX.closedDays,
    }),
  ),
})

export const WIDGET_KEYS = {
  color: Type.String({
    pattern: '^#[0-9a-fA-F]{6}$',
    description: 'The widget’s colour, six hex digits.',
    examples: ['#0f766e'],
  }),
  darkMode: choice(['auto', 'light', 'dark'], 'Light, dark, or as the shopper’s system says.'),
  position: choice(['right', 'left'], 'Which side of the page.'),
  offset: Type.Object(
    {
      side: Type.Optional(Type.Integer({ minimum: 0, maximum: 400 })),
      bottom: Type.Optional(Type.Integer({ minimum: 0, maximum: 400 })),
    },
    { description: 'Pixels between the launcher and the edges of the window. Default: 20.' },
  ),
  launcher: choice(['circle', 'pill', 'hidden'], 'The button.'),
  greeting: text(WIDGET_MAX.greeting, 'What the home screen says first.'),
  intro: text(WIDGET_MAX.intro, 'What it says below.'),
  logoUrl: Type.Unsafe<string>({ ...PictureUrl, description: 'https, or a path of this service.' }),
  headerImageUrl: Type.Unsafe<string>({
    ...PictureUrl,
    description: 'A picture above the greeting: https, or a path of this service.',
  }),
  font: choice(
    ['system', 'serif', 'rounded', 'mono', 'page'],
    'The letters; page: those of the shop’s page, where the device has them.',
  ),
  locale: Type.String({
    pattern: '^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8}){0,4}$',
    examples: ['de-CH'],
    description: 'Used if the page sets none.',
  }),
  texts: Type.Record(
    Type.String({ maxLength: 35 }),
    Type.Record(Type.String({ maxLength: 100 }), Type.String({ maxLength: WIDGET_MAX.text })),
    { description: 'Overrides of the widget’s texts: {locale: {key: text}}.' },
  ),
  sound: flag('A sound for new messages.'),
  articles: flag('Help articles on the home screen.'),
  popular: Type.Array(Type.String({ minLength: 1, maxLength: ID_MAX }), {
    maxItems: WIDGET_MAX.popular,
    description: 'IDs of the help articles on the home screen. Default: the first three.',
  }),
  showTeam: flag('Faces and first names of the team on the home screen.'),
  replyTime: choice(['minutes', 'hours', 'day'], 'How soon the team usually replies.'),
  hours: Hours,
  orders: flag('Shoppers look up their orders by number and email address.'),
  rating: flag('Ask how it went when a conversation is resolved.'),
  transcript: flag('Shoppers may have a copy of a conversation by mail, where the service sends mail.'),
  quickReplies: Type.Array(nonBlankText({ maxLength: WIDGET_MAX.quickReply }), {
    maxItems: WIDGET_MAX.quickReplies,
  }),
  preChat: Type.Object({
    mode: choice(['off', 'optional', 'required'], 'The form before the chat.'),
    fields: Type.Optional(Type.Array(PreChatField, { maxItems: WIDGET_MAX.fields })),
    consent: Type.Optional(
      Type.Object({
        text: nonBlankText({ maxLength: WIDGET_MAX.consent }),
        required: Type.Optional(Type.Boolean()),
      }),
    ),
  }),
  campaigns: Type.Array(Campaign, { maxItems: WIDGET_MAX.campaigns }),
  handOff: text(500, 'Told when a person takes over.'),
} satisfies Record<string, TSchema>

type Keys = typeof WIDGET_KEYS
export type Widget = { [K in keyof Keys]: Static<Keys[K]> | Absent<K> }
type Absent<K> = K extends
  | 'greeting'
  | 'intro'
  | 'logoUrl'
  | 'headerImageUrl'
  | 'locale'
  | 'handOff'
  | 'replyTime'
  | 'hours'
  | 'offset'
  ? null
  : never

const DEFAULTS: Widget = {
  color: '#1f6f54',
  darkMode: 'auto',
  position: 'right',
  offset: null,
  launcher: 'circle',
  greeting: null,
  intro: null,
  logoUrl: null,
  headerImageUrl: null,
  font: 'system',
  locale: null,
  texts: {},
  sound: true,
  articles: true,
  popular: [],
  showTeam: false,
  replyTime: null,
  hours: null,
  orders: false,
  rating: true,
  transcript: true,
  quickReplies: [],
  preChat: { mode: 'off' },
  campaigns: [],
  handOff: null,
}

/** Bytes of all of it as JSON: each shopper loads most of it. */
const BYTES_MAX = 64 * 1024

/** Refuses a value that a known key cannot have. A key set to null has its default again. */
export function checkWidget(widget: Record<string, unknown>): void {
  for (const [key, value] of Object.entries(widget)) {
    if (!Object.hasOwn(WIDGET_KEYS, key) || value === null) continue
    const schema = WIDGET_KEYS[key as keyof Keys]
    const mistakes = typebox().Value.Errors(schema, value)
    if (mistakes.length === 0) continue
    const root = `settings.widget.${key}`
    throw invalidParams(`${describeValidationError({ mistakes, value, schema, root, whole: root })}.`)
  }
  const { preChat, campaigns, hours } = widget as Partial<Widget>
  if (hours && !isTimeZone(hours.timeZone)) {
    throw invalidParams('Unknown settings.widget.hours.timeZone. Example: Europe/Berlin.')
  }
  if (hours?.open.some(({ from, to }) => from === to)) {
    throw invalidParams('settings.widget.hours.open has a row that ends when it begins; a whole day is 00:00 to 24:00.')
  }
  refuseTwice(preChat?.fields?.map(({ name }) => name) ?? [], 'settings.widget.preChat.fields')
  refuseTwice(campaigns?.map(({ key }) => key) ?? [], 'settings.widget.campaigns')
  if (Buffer.byteLength(JSON.stringify(widget)) > BYTES_MAX) {
    throw invalidParams(`settings.widget takes more than ${BYTES_MAX} bytes as JSON.`)
  }
}

function refuseTwice(names: string[], place: string): void {
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice !== undefined) throw invalidParams(`${place} has ${JSON.stringify(twice)} twice.`)
}

/** Stored values, and the defaults for the rest. Invalid values that an older version accepted count as not set. */
export function readWidget(stored: Record<string, unknown>): Widget {
  const widget: Record<string, unknown> = { ...DEFAULTS }
  for (const key of Object.keys(WIDGET_KEYS) as (keyof Keys)[]) {
    const value = stored[key]
    if (value === undefined || value === null || value === '') continue
    if (typebox().Value.Check(WIDGET_KEYS[key], value)) widget[key] = value
  }
  return widget as Widget
}

/** The time zone of a store's opening hours; null where it has none. */
export function timeZoneOf({ widget }: { widget: Record<string, unknown> }): string | null {
  return readWidget(widget).hours?.timeZone ?? null
}

/** What a visitor answered, checked against the form: only its fields, and all that it asks for. */
export function checkPreChat(
  { mode, fields = [], consent }: Widget['preChat'],
  answers: Record<string, string>,
): { field: PreChatField; value: string }[] {
  if (mode === 'off') throw invalidParams('This store has no form before the chat.')
  const given = fields.flatMap((field) => {
    const value = Object.hasOwn(answers, field.name) ? (answers[field.name] as string) : ''
    if (!hasText(value)) {
      if (field.required) throw invalidParams(`fields.${field.name} is required.`)
      return []
    }
    if (field.type === 'select' && field.options && !field.options.includes(value)) {
      throw invalidParams(`fields.${field.name} must be one of: ${field.options.join(', ')}.`)
    }
    return [{ field, value }]
  })
  if (consent?.required && answers.consent !== 'true') throw invalidParams('fields.consent must be "true".')
  return given
}

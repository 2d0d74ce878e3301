import { isObject } from '#base/objects.ts'
import { listOf, recordOf, textOf } from './values.ts'

/** Which of the three messengers a webhook's `object` means. */
const CHANNEL_OF = {
  page: 'social_messenger',
  instagram: 'photo_social',
  whatsapp_business_account: 'phone_messenger',
} as const
export type MessengerChannel = (typeof CHANNEL_OF)[keyof typeof CHANNEL_OF]

/** One thing that happened on one account. A webhook brings many, of several accounts and so of several stores. */
export interface MetaEvent {
  channel: MessengerChannel
  /** Id of the account: page, Instagram account or telephone number; of news of templates, the WhatsApp Business Account. */
  externalId: string
  isOfBusiness?: true
  /** Whom it is about. Events about one person are read in their order. */
  person: string
  payload: object
}

/** Takes a webhook apart. Entries of other products than the three messengers, or without an account, are left out. */
export function splitWebhook(body: unknown): MetaEvent[] {
  const { object, entry } = recordOf(body)
  const channel =
    typeof object === 'string' && Object.hasOwn(CHANNEL_OF, object) ? CHANNEL_OF[object as never] : undefined
  if (!channel) return []
  const entries = listOf(entry).filter(isObject)
  return channel === 'phone_messenger'
    ? entries.flatMap(splitWhatsApp)
    : entries.flatMap((one) => splitMessaging(channel, one))
}

/** Messenger and Instagram: what is said to the account, and what others say on its behalf (`standby`). */
function splitMessaging(channel: MessengerChannel, { id, messaging, standby }: Record<string, unknown>): MetaEvent[] {
  const externalId = textOf(id)
  return [...listOf(messaging), ...listOf(standby)].filter(isObject).flatMap((event) => {
    const sender = textOf(recordOf(event.sender).id)
    const recipient = textOf(recordOf(event.recipient).id)
    const person = sender === externalId ? recipient : sender
    return externalId && person ? [{ channel, externalId, person, payload: event }] : []
  })
}

/** Names the template only: its new state is read from the list. */
function splitTemplates(businessId: string, value: unknown): MetaEvent[] {
  const { event, message_template_name: name, message_template_language: language } = recordOf(value)
  const template = { event: textOf(event), name: textOf(name), language: textOf(language) }
  const where = { channel: 'phone_messenger', externalId: businessId, isOfBusiness: true } as const
  return businessId ? [{ ...where, person: 'templates', payload: { template } }] : []
}

const TEMPLATES_FIELD = 'message_template_status_update'

/** WhatsApp: each message, status and echo on its own, with the sender's profile beside it. */
function splitWhatsApp({ id, changes }: Record<string, unknown>): MetaEvent[] {
  return listOf(changes)
    .filter(isObject)
    .flatMap(({ field, value }): MetaEvent[] => {
      if (field === TEMPLATES_FIELD) return splitTemplates(textOf(id), value)
      const { metadata, contacts, messages, statuses, message_echoes, user_id_update } = recordOf(value)
      const externalId = textOf(recordOf(metadata).phone_number_id)
      if (!externalId) return []
      const profiles = listOf(contacts).filter(isObject)
      const event = (person: unknown, payload: object): MetaEvent[] =>
        textOf(person) ? [{ channel: 'phone_messenger', externalId, person: textOf(person), payload }] : []
      return [
        ...listOf(messages)
          .filter(isObject)
          .flatMap((message) => {
            const person = message.user_id ?? message.from_user_id ?? message.from
            const isOf = ({ user_id, wa_id }: Record<string, unknown>) =>
              (user_id !== undefined && user_id === person) || (wa_id !== undefined && wa_id === message.from)
            const profile = profiles.find(isOf) ?? (profiles.length === 1 ? profiles[0] : undefined)
            return event(profile?.user_id ?? person, { message, ...(profile ? { profile } : {}) })
          }),
        ...listOf(statuses)
          .filter(isObject)
          .flatMap((status) => event(status.recipient_user_id ?? status.recipient_id, { status })),
        ...listOf(message_echoes)
          .filter(isObject)
          .flatMap((echo) => event(echo.to_user_id ?? echo.to, { echo })),
        ...listOf(user_id_update)
          .filter(isObject)
          .flatMap((update) => event(recordOf(update.user_id).previous ?? update.wa_id, { update })),
      ]
    })
}

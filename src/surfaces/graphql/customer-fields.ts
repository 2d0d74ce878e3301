import { nullPrototypeRecord } from '#base/null-prototype-record.ts'
import { CHANNELS } from '#channels/channel-window.ts'
import type { ContactColumn, ListedContact, UtcText } from '#core/contacts/contact-list.ts'

/** How one field of Customer is answered: what is read for it, and its JSON. */
interface CustomerField {
  reads: ContactColumn[]
  write: (contact: ListedContact, shopId: string) => string
}

/** Spec 2.9: every field of Customer, with what it says where nothing is set. */
export const CUSTOMER_FIELDS: Record<string, CustomerField> = nullPrototypeRecord({
  id: { reads: [], write: ({ id }) => JSON.stringify(id) },
  shopId: { reads: [], write: (_, shopId) => JSON.stringify(shopId) },
  platformCustomerId: nullable('platformId'),
  firstName: { reads: ['firstName'], write: ({ firstName }) => JSON.stringify(firstName ?? '') },
  lastName: nullable('lastName'),
  email: nullable('email'),
  phone: nullable('phone'),
  ipLocation: nullable('ipLocation'),
  ipAddress: nullable('ipAddress'),
  type: { reads: ['type'], write: ({ type }) => TYPES[type] ?? '"CUSTOMER"' },
  channels: { reads: ['channels'], write: ({ channels }) => writeChannels(channels) },
  ordersCount: { reads: ['ordersCount'], write: ({ ordersCount }) => String(ordersCount ?? 0) },
  totalSpent: { reads: ['totalSpent'], write: ({ totalSpent }) => JSON.stringify(totalSpent ?? 0) },
  createdAt: { reads: [], write: ({ createdAt }) => writeTime(createdAt) },
  updatedAt: { reads: ['updatedAt'], write: ({ updatedAt }) => writeTime(updatedAt) },
  lastChatAt: { reads: ['lastChatAt'], write: ({ lastChatAt }) => writeTime(lastChatAt) },
  fullName: {
    reads: ['firstName', 'lastName'],
    write: ({ firstName, lastName }) => JSON.stringify([firstName, lastName].filter(Boolean).join(' ')),
  },
})

function nullable(column: 'platformId' | 'lastName' | 'email' | 'phone' | 'ipLocation' | 'ipAddress'): CustomerField {
  return { reads: [column], write: (contact) => JSON.stringify(contact[column]) }
}

const TYPES: Record<string, string> = nullPrototypeRecord({
  customer: '"CUSTOMER"',
  guest: '"GUEST"',
  anonymous: '"ANONYMOUS"',
})

/** A channel that the schema does not know yet is left out: an enum may say only what it lists. */
const CHANNEL_NAMES = new Map<string, string>(CHANNELS.map((channel) => [channel, `"${channel.toUpperCase()}"`]))

function writeChannels(channels: string[]): string {
  const names = channels.map((channel) => CHANNEL_NAMES.get(channel)).filter((name) => name !== undefined)
  return names.length > 0 ? `[${names.join(',')}]` : '["ONLINE_STORE"]'
}

function writeTime(time: UtcText | null): string {
  return time ? `"${time.slice(0, 10)}T${time.slice(11, 19)}.${time.slice(20).padEnd(3, '0')}Z"` : 'null'
}

import { type Static, Type } from 'typebox'
import { currentTime } from '#base/clock.ts'
import { newId } from '#base/ids.ts'
import { emailKey } from '#base/text.ts'
import { endAssistants, NO_ADMIN } from '#core/assistants/assistants.ts'
import { checkEmail } from '#core/checks.ts'
import { distinctTags } from '#core/conversations/tags.ts'
import { displayName } from '#core/members/members.ts'
import { checkPassword, hashPassword, saltOf } from '#core/members/passwords.ts'
import { saveContacts } from '#storage/contacts/contacts.ts'
import { saveMembers } from '#storage/members/members.ts'
import { channel, contactType, email, flag, id, int32, list, maybe, text, time, words } from './fields.ts'
import { bulkKind, importKind } from './kind.ts'

/** A member of the team: spec 2.5, and a password to sign in with. */
export const memberKind = importKind(
  Type.Object({
    id: Type.Optional(id),
    email,
    firstName: maybe(words),
    lastName: maybe(words),
    fullName: Type.Optional(words),
    avatarUrl: Type.Optional(text),
    role: Type.Optional(Type.Enum(['admin', 'member'])),
    active: Type.Optional(flag),
    enableAwayMode: maybe(flag),
    createdAt: Type.Optional(text),
    password: Type.Optional(Type.String({ maxLength: 400 })),
  }),
  async (tx, data) => {
    checkEmail(data.email)
    if (data.password !== undefined) await checkPassword(data.password)
    const names = { firstName: data.firstName ?? null, lastName: data.lastName ?? null, email: data.email }
    const key = emailKey(data.email)
    const member = {
      ...names,
      id: data.id ?? newId(),
      emailKey: key,
      fullName: data.fullName ?? displayName(names),
      avatarUrl: data.avatarUrl ?? '',
      role: data.role ?? 'member',
      active: data.active ?? true,
      enableAwayMode: data.enableAwayMode ?? null,
      passwordHash: data.password === undefined ? null : await hashPassword(data.password, saltOf(tx.secrets, key)),
      createdAt: time(data.createdAt, 'createdAt') ?? currentTime(),
    }
    await saveMembers(tx, [member])
    if (member.role === 'admin' && member.active) return
    await endAssistants(tx, { kind: 'operator' }, NO_ADMIN, member.id)
  },
  ({ id }) => ({ members: [id] }),
)

const Contact = Type.Object({
  id: Type.Optional(id),
  platformId: maybe(text),
  name: maybe(words),
  firstName: maybe(words),
  lastName: maybe(words),
  email: maybe(email),
  phone: maybe(text),
  type: Type.Optional(contactType),
  channels: list(channel),
  tags: maybe(Type.Array(text)),
  note: maybe(text),
  customAttributes: maybe(Type.Record(text, text)),
  address1: maybe(text),
  address2: maybe(text),
  city: maybe(text),
  zip: maybe(text),
  country: maybe(text),
  countryCode: maybe(text),
  ordersCount: maybe(int32),
  totalSpent: maybe(Type.Number()),
  ipAddress: maybe(text),
  ipLocation: maybe(text),
  browser: maybe(text),
  browserVersion: maybe(text),
  os: maybe(text),
  deviceType: maybe(text),
  senderSeq: maybe(Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })),
  isRedacted: Type.Optional(flag),
  lastChatAt: maybe(text),
  createdAt: Type.Optional(text),
  updatedAt: maybe(text),
})

/** A contact: spec 2.4. */
export const contactKind = bulkKind(
  Contact,
  (tx, records) => saveContacts(tx, records.map(readContact)),
  ({ id, email }) => ({ contacts: [id], addresses: id ? [[id, email ? emailKey(email) : null]] : [] }),
)

function readContact(data: Static<typeof Contact>) {
  const createdAt = time(data.createdAt, 'createdAt') ?? currentTime()
  const updatedAt = time(data.updatedAt, 'updatedAt')
  return {
    ...data,
    id: data.id ?? newId(),
    type: data.type ?? 'anonymous',
    emailKey: data.email ? emailKey(data.email) : null,
    channels: data.channels ?? [],
    tags: data.tags ? distinctTags(data.tags) : null,
    isRedacted: data.isRedacted ?? false,
    lastChatAt: time(data.lastChatAt, 'lastChatAt') ?? null,
    createdAt,
    updatedAt: updatedAt === undefined ? createdAt : updatedAt,
  }
}

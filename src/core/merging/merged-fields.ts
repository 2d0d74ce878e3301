import type { ContactFields } from '#storage/contacts/contacts.ts'
import type { MergeableContact } from '#storage/contacts/merging.ts'

/**
 * What a contact is once another one is a part of it: it keeps what it has, and gets what it lacks. What belongs together
 * (a name, an address with whether it is proven, a place) comes from one of the two.
 */

/** Fields that are taken over together, where the contact that stays has none of them. */
const GROUPS = [
  ['platformId'],
  ['name', 'firstName', 'lastName'],
  ['email', 'emailKey', 'emailClaimedAt'],
  ['phone'],
  ['address1', 'address2', 'city', 'zip', 'country', 'countryCode'],
  ['ordersCount', 'totalSpent'],
  ['ipAddress', 'ipLocation'],
  ['browser', 'browserVersion', 'os', 'deviceType'],
] as const satisfies (keyof MergeableContact)[][]

const TYPES = ['anonymous', 'guest', 'customer'] as const

/** The fields of `target` that change when `source` becomes a part of it. */
export function mergeFields(target: MergeableContact, source: MergeableContact): ContactFields {
  const merged: ContactFields = {}
  for (const group of GROUPS) {
    if (!group.every((name) => isEmpty(target[name]))) continue
    for (const name of group) if (!isEmpty(source[name])) Object.assign(merged, { [name]: source[name] })
  }
  if (TYPES.indexOf(source.type) > TYPES.indexOf(target.type)) merged.type = source.type
  const channels = union(target.channels, source.channels)
  if (channels.length > target.channels.length) merged.channels = channels
  const tags = union(target.tags ?? [], source.tags ?? [])
  if (tags.length > (target.tags ?? []).length) merged.tags = tags
  const attributes = { ...source.customAttributes, ...target.customAttributes }
  if (Object.keys(attributes).length > Object.keys(target.customAttributes ?? {}).length) {
    merged.customAttributes = attributes
  }
  const note = joinNotes(target.note, source.note)
  if (note !== (target.note ?? null)) merged.note = note
  if (source.lastChatAt && (!target.lastChatAt || source.lastChatAt > target.lastChatAt)) {
    merged.lastChatAt = source.lastChatAt
  }
  return merged
}

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''

const union = (some: string[], more: string[]) => [...new Set([...some, ...more])]

function joinNotes(note: string | null | undefined, other: string | null | undefined): string | null {
  if (!other || note === other) return note ?? null
  return note ? `${note}\n${other}` : other
}

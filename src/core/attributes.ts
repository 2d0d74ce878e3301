import { currentTime } from '#base/clock.ts'
import { newId } from '#base/ids.ts'
import { codePoints } from '#base/text.ts'
import {
  type AttributeRow,
  deleteAttribute,
  findAttribute,
  findAttributeByName,
  insertAttribute,
  listAttributes,
  updateAttribute,
} from '#storage/attributes.ts'
import type { Queries, Shop } from '#storage/database.ts'
import type { Caller } from './caller.ts'
import { lockForWrite, requireConversation, saveConversation } from './conversations.ts'
import { invalidParams, notFound } from './errors.ts'
import { ATTRIBUTE_NAME_MAX, ATTRIBUTE_VALUE_MAX, VISITOR_ATTRIBUTES_MAX } from './limits.ts'
import { checkText } from './messages.ts'

export type Attribute = AttributeRow

export async function listConversationAttributes(caller: Caller, id: string): Promise<Attribute[]> {
  const conversation = await requireConversation(caller.shop, id)
  return listAttributes(caller.shop, conversation.id)
}

/** Sets an attribute by its name: a new one is made, a known one gets the value. The value may be empty. */
export function setAttribute(
  caller: Caller,
  id: string,
  attribute: { name: string; value: string },
): Promise<{ attribute: Attribute; isNew: boolean }> {
  return caller.shop.transaction(async (tx) => {
    const { conversation, move } = await lockForWrite(tx, id)
    const now = currentTime()
    checkAttribute(attribute)
    await saveConversation(tx, conversation, move, now)
    const known = await findAttributeByName(tx, conversation.id, attribute.name)
    const saved = known
      ? await updateAttribute(tx, conversation.id, { ...attribute, id: known.id, now })
      : await insertAttribute(tx, conversation.id, { ...attribute, id: newId(), now })
    return { attribute: saved, isNew: !known }
  })
}

/** Sets several at once by their names; INVALID_PARAMS where that would be too many (what shoppers' pages say). */
export function setAttributes(shop: Shop, id: string, attributes: Record<string, string>): Promise<void> {
  return shop.transaction(async (tx) => {
    const { conversation, move } = await lockForWrite(tx, id)
    const now = currentTime()
    await saveConversation(tx, conversation, move, now)
    const known = new Map((await listAttributes(tx, conversation.id)).map((attribute) => [attribute.name, attribute]))
    const names = new Set([...known.keys(), ...Object.keys(attributes)])
    if (names.size > Math.max(known.size, VISITOR_ATTRIBUTES_MAX)) {
      throw invalidParams(`A conversation has at most ${VISITOR_ATTRIBUTES_MAX} attributes from the storefront.`)
    }
    const writes = Object.entries(attributes).map(([name, value]) => {
      const attribute = known.get(name)
      if (!attribute) return insertAttribute(tx, conversation.id, { id: newId(), name, value, now })
      return attribute.value === value
        ? attribute
        : updateAttribute(tx, conversation.id, { id: attribute.id, name, value, now })
    })
    await Promise.all(writes)
  })
}

/** Those of a new conversation, checked already. */
export async function insertAttributes(
  tx: Queries,
  conversationId: string,
  attributes: Record<string, string>,
  now: Date,
): Promise<void> {
  const writes = Object.entries(attributes).map(([name, value]) =>
    insertAttribute(tx, conversationId, { id: newId(), name, value, now }),
  )
  await Promise.all(writes)
}

/** Renames an attribute, gives it a new value, or both. INVALID_PARAMS for a name that another one has. */
export function editAttribute(
  caller: Caller,
  id: string,
  attributeId: string,
  change: { name?: string; value?: string },
): Promise<Attribute> {
  return caller.shop.transaction(async (tx) => {
    const { conversation, move } = await lockForWrite(tx, id)
    const now = currentTime()
    const current = await findAttribute(tx, conversation.id, attributeId)
    if (!current) throw notFound('Attribute')
    if (change.name === undefined && change.value === undefined) {
      throw invalidParams('Send name, value or both: there is nothing to change.')
    }
    const attribute = { id: attributeId, name: change.name ?? current.name, value: change.value ?? current.value }
    checkAttribute(attribute)
    const namesake = await findAttributeByName(tx, conversation.id, attribute.name)
    if (namesake && namesake.id !== attributeId) {
      throw invalidParams('name is taken: another attribute of this conversation has it.')
    }
    await saveConversation(tx, conversation, move, now)
    return updateAttribute(tx, conversation.id, { ...attribute, now })
  })
}

export function removeAttribute(caller: Caller, id: string, attributeId: string): Promise<void> {
  return caller.shop.transaction(async (tx) => {
    const { conversation, move } = await lockForWrite(tx, id)
    const now = currentTime()
    if (!(await deleteAttribute(tx, conversation.id, attributeId))) throw notFound('Attribute')
    await saveConversation(tx, conversation, move, now)
  })
}

/** NOT_FOUND unless the conversation has this attribute. */
export async function requireAttribute(caller: Caller, id: string, attributeId: string): Promise<void> {
  const conversation = await requireConversation(caller.shop, id)
  if (!(await findAttribute(caller.shop, conversation.id, attributeId))) throw notFound('Attribute')
}

function checkAttribute(attribute: { name: string; value: string }): void {
  checkText(attribute.name, ATTRIBUTE_NAME_MAX, 'name')
  const length = codePoints(attribute.value)
  if (length > ATTRIBUTE_VALUE_MAX) {
    throw invalidParams(`value has ${length} characters; at most ${ATTRIBUTE_VALUE_MAX} are allowed.`)
  }
}

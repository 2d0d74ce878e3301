import { newId } from '#base/ids.ts'
import type { Caller } from '#core/caller.ts'
import { checkLength, checkText } from '#core/checks.ts'
import { invalidParams, notFound } from '#core/errors.ts'
import { ATTRIBUTE_NAME_MAX, ATTRIBUTE_VALUE_MAX, VISITOR_ATTRIBUTES_MAX } from '#core/limits.ts'
import type { Queries } from '#database/database.ts'
import {
  type AttributeRow,
  deleteAttribute,
  findAttribute,
  findAttributeByName,
  insertAttribute,
  listAttributes,
  updateAttribute,
} from '#storage/conversations/attributes.ts'
import { changeConversation } from './conversation-transaction.ts'
import { requireConversation } from './conversations.ts'

export type Attribute = AttributeRow

export async function listConversationAttributes(caller: Caller, id: string): Promise<Attribute[]> {
  const conversation = await requireConversation(caller.shop, id)
  return listAttributes(caller.shop, conversation.id)
}

/** Sets an attribute by its name: a new one is made, a known one gets the value. The value may be empty. */
export async function setAttribute(
  caller: Caller,
  id: string,
  { name, value }: { name: string; value: string },
): Promise<{ attribute: Attribute; isNew: boolean }> {
  const { result } = await changeConversation(caller, id, async ({ tx, conversation, now }) => {
    checkAttribute({ name, value })
    const known = await findAttributeByName(tx, conversation.id, name)
    const attribute = known
      ? await updateAttribute(tx, conversation.id, { id: known.id, name, value, now })
      : await insertAttribute(tx, conversation.id, { id: newId(), name, value, now })
    return { attribute, isNew: !known }
  })
  return result
}

/** Sets several at once by their names; INVALID_PARAMS where that would be too many (what shoppers' pages say). */
export async function setAttributes(
  caller: Pick<Caller, 'shop'>,
  id: string,
  attributes: Record<string, string>,
): Promise<void> {
  await changeConversation(caller, id, async ({ tx, conversation, now }) => {
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

/** Inserts attributes of a new conversation, which are validated already. */
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
export async function editAttribute(
  caller: Caller,
  id: string,
  attributeId: string,
  change: { name?: string; value?: string },
): Promise<Attribute> {
  const { result } = await changeConversation(caller, id, async ({ tx, conversation, now }) => {
    const current = await findAttribute(tx, conversation.id, attributeId)
    if (!current) throw notFound('Attribute')
    if (change.name === undefined && change.value === undefined) {
      throw invalidParams('Nothing to change: send name, value or both.')
    }
    const attribute = { id: attributeId, name: change.name ?? current.name, value: change.value ?? current.value }
    checkAttribute(attribute)
    const namesake = await findAttributeByName(tx, conversation.id, attribute.name)
    if (namesake && namesake.id !== attributeId) {
      throw invalidParams('name is already used by another attribute of this conversation.')
    }
    return updateAttribute(tx, conversation.id, { ...attribute, now })
  })
  return result
}

export async function removeAttribute(caller: Caller, id: string, attributeId: string): Promise<void> {
  await changeConversation(caller, id, async ({ tx, conversation }) => {
    if (!(await deleteAttribute(tx, conversation.id, attributeId))) throw notFound('Attribute')
  })
}

/** NOT_FOUND unless the conversation has this attribute. */
export async function requireAttribute(caller: Caller, id: string, attributeId: string): Promise<void> {
  const conversation = await requireConversation(caller.shop, id)
  if (!(await findAttribute(caller.shop, conversation.id, attributeId))) throw notFound('Attribute')
}

function checkAttribute({ name, value }: { name: string; value: string }): void {
  checkText(name, ATTRIBUTE_NAME_MAX, 'name')
  checkLength(value, ATTRIBUTE_VALUE_MAX, 'value')
}

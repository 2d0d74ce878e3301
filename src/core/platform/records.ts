import { emailKey, findUnstorable } from '#base/text.ts'
import type { Change, RecordKind } from '#connectors/changes.ts'
import type { Entry } from '#core/import/batch.ts'
import { commerceKinds } from '#core/import/commerce.ts'
import { time } from '#core/import/fields.ts'
import { type ImportKind, rejected } from '#core/import/kind.ts'
import { contactKind } from '#core/import/people.ts'
import { removeStoredArticle } from '#core/knowledge/store-article.ts'
import { ID_MAX } from '#core/limits.ts'
import type { Queries } from '#database/database.ts'
import { deleteCollection, deleteProduct, deleteSizeGuide } from '#storage/commerce/catalogue.ts'
import { deleteDiscount } from '#storage/commerce/discounts.ts'
import { findContactByPlatformId } from '#storage/contacts/contact-changes.ts'
import { deleteOrders } from '#storage/contacts/privacy.ts'
import { addressKey, claimVersion, isForgotten, personKey } from '#storage/platform/records.ts'
import type { CustomerUpdate } from './contacts.ts'

/** Records of a shop as entries of an import: the import's checks and completers, and what is known of versions before. */

type Saving = Extract<Change, { act: 'save' }>
type Deleting = Extract<Change, { act: 'delete' }>
type Data = Record<string, unknown>

const KINDS = { ...commerceKinds, contact: contactKind } as Record<RecordKind, ImportKind>

const withoutHash = (name: string) => name.replace(/^#/, '')

/** What a record is known by: it has to be told, or each delivery would make another record. */
const KEYS: Record<Exclude<RecordKind, 'contact'>, string> = {
  product: 'id',
  collection: 'id',
  discount: 'id',
  faq: 'id',
  order: 'orderNumber',
  sizeGuide: 'productId',
}

/** Throws `rejected` where a record is not of the import's shape. */
export function checkRecord({ kind, data, updatedAt }: Saving): void {
  if (kind !== 'contact' && data[KEYS[kind]] === undefined) throw rejected(`data.${KEYS[kind]} is required.`)
  if (kind === 'contact' && !data.id && !data.platformId) throw rejected('data.id or data.platformId is required.')
  const unstorable = findUnstorable(data, 'data')
  if (unstorable) throw rejected(`${unstorable} contains a NUL character or an unpaired surrogate.`)
  KINDS[kind].check(data)
  for (const name of ['platformId', 'customerPlatformId']) {
    const id = data[name] ?? ''
    if (typeof id !== 'string' || id.length > ID_MAX) throw rejected(`data.${name} must be up to ${ID_MAX} characters.`)
  }
  time(updatedAt, 'data.updatedAt')
}

/** A checked record, but no contact, as an entry. */
export function entryOf({ kind, data }: Saving, line: number, told: CustomerUpdate): Entry {
  const importKind = KINDS[kind]
  const key = String(data[KEYS[kind as keyof typeof KEYS]])
  const record = {
    kind,
    id: kind === 'order' ? withoutHash(key) : key,
    platformId: kind === 'order' ? ((data.platformId as string | null | undefined) ?? null) : null,
    isDeleted: false,
    ...told,
  }
  const save = async (tx: Queries, given: unknown) => {
    if (!(await claimVersion(tx, record))) return
    await importKind.save(tx, kind === 'order' ? await withCustomer(tx, given as Data) : given)
  }
  return { line, kindName: kind, kind: { ...importKind, save }, data }
}

/** An order leads to the contact that the shop means, and to nobody who was redacted after they ordered. */
async function withCustomer(tx: Queries, order: Data): Promise<Data> {
  const { customerPlatformId, email, customerUuid } = order as Record<string, string | null | undefined>
  const keys = [
    ...(customerPlatformId ? [personKey(customerPlatformId)] : []),
    ...(email ? [addressKey(emailKey(email))] : []),
  ]
  const orderedAt = time(order.createdAt as string, 'data.createdAt')
  if (keys.length > 0 && (await isForgotten(tx, keys, orderedAt))) return { ...order, email: null, customerUuid: null }
  if (customerUuid || !customerPlatformId) return order
  return { ...order, customerUuid: (await findContactByPlatformId(tx, customerPlatformId))?.id ?? null }
}

const DELETE: Record<keyof typeof KEYS, (tx: Queries, id: string) => Promise<unknown>> = {
  product: deleteProduct,
  collection: deleteCollection,
  discount: deleteDiscount,
  faq: removeStoredArticle,
  order: (tx, id) => deleteOrders(tx, [id]),
  sizeGuide: deleteSizeGuide,
}

/** A deletion, of anything but a contact, as an entry. */
export function deletionOf({ kind, id: given, isHidden = false }: Deleting, line: number, told: CustomerUpdate): Entry {
  const id = kind === 'order' ? withoutHash(given) : given
  const save = async (tx: Queries) => {
    if (await claimVersion(tx, { kind, id, isDeleted: true, isHidden, ...told }))
      await DELETE[kind as keyof typeof DELETE](tx, id)
  }
  return { line, kindName: 'delete', kind: { ...KINDS[kind], touches: () => ({}), save }, data: {} }
}

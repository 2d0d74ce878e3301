import { currentTime } from '#base/clock.ts'
import { nullPrototypeRecord } from '#base/null-prototype-record.ts'
import { emailKey } from '#base/text.ts'
import { saveCollections, saveProducts, saveSizeGuides } from '#storage/commerce/catalogue.ts'
import { saveDiscounts } from '#storage/commerce/discounts.ts'
import { saveOrders } from '#storage/commerce/orders.ts'
import { findCurrentContact } from '#storage/contacts/contacts.ts'
import { saveArticles } from '#storage/knowledge/articles.ts'
import {
  Collection,
  completeCollection,
  completeDiscount,
  completeFaq,
  completeProduct,
  completeSizeGuide,
  Discount,
  Faq,
  Product,
  SizeGuide,
} from './catalogue.ts'
import { type ImportKind, importKind, rejected } from './kind.ts'
import { completeOrder, Order, orderKeys } from './order.ts'

/** The kinds of import line for what a store sells and knows (spec C5.10). */
export const commerceKinds: Record<string, ImportKind> = nullPrototypeRecord({
  faq: importKind(Faq, (tx, faq) => {
    const data = completeFaq(faq)
    return saveArticles(tx, [{ id: data.id, productId: faq.productId ?? null, data, updatedAt: currentTime() }])
  }),
  product: importKind(Product, (tx, product) => saveProducts(tx, [row(completeProduct(product))])),
  collection: importKind(Collection, (tx, collection) => saveCollections(tx, [row(completeCollection(collection))])),
  discount: importKind(Discount, (tx, discount) =>
    saveDiscounts(tx, [{ ...row(completeDiscount(discount)), isPublic: discount.public ?? true }]),
  ),
  order: importKind(
    Order,
    async (tx, order) => {
      const data = completeOrder(order)
      const contact = order.customerUuid ? await findCurrentContact(tx, order.customerUuid) : undefined
      if (order.customerUuid && !contact) throw rejected('customerUuid is not a contact of this store.')
      const address = order.email ?? contact?.email ?? null
      await saveOrders(tx, [
        {
          ...orderKeys(data),
          contactId: contact?.id ?? null,
          emailKey: address === null ? null : emailKey(address),
          data,
          updatedAt: currentTime(),
        },
      ])
    },
    ({ customerUuid }) => ({ contacts: [customerUuid] }),
  ),
  sizeGuide: importKind(SizeGuide, (tx, guide) =>
    saveSizeGuides(tx, [{ id: guide.productId, data: completeSizeGuide(guide), updatedAt: currentTime() }]),
  ),
})

function row<T extends { id: string }>(data: T) {
  return { id: data.id, data, updatedAt: currentTime() }
}

import { currentTime } from '#base/clock.ts'
import { nullPrototypeRecord } from '#base/null-prototype-record.ts'
import { emailKey } from '#base/text.ts'
import { completeTexts, type NewArticle, storeArticle } from '#core/knowledge/store-article.ts'
import { saveCollections, saveProducts, saveSizeGuides } from '#storage/commerce/catalogue.ts'
import { saveDiscounts } from '#storage/commerce/discounts.ts'
import { saveOrders } from '#storage/commerce/orders.ts'
import { findCurrentContact } from '#storage/contacts/contacts.ts'
import {
  Collection,
  completeCollection,
  completeDiscount,
  completeProduct,
  completeSizeGuide,
  Discount,
  Faq,
  Product,
  SizeGuide,
} from './catalogue.ts'
import { type ImportKind, importKind, rejected } from './kind.ts'
import { completeOrder, Order, orderKeys } from './order.ts'

const checkedFaq = importKind(Faq, async (tx, faq) => {
  await storeArticle(tx, faq, null)
})

/** An article. Which texts it needs depends on whether it has a body. */
const faqKind: ImportKind = {
  ...checkedFaq,
  check(data) {
    checkedFaq.check(data)
    completeTexts(data as NewArticle)
  },
}

/** The kinds of import line for what a store sells and knows (spec C5.10). */
export const commerceKinds: Record<string, ImportKind> = nullPrototypeRecord({
  faq: faqKind,
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

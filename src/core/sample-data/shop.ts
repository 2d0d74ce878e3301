import { slugOf } from '#base/slugs.ts'
import { emailKey } from '#base/text.ts'
import { articleRow } from '#core/knowledge/store-article.ts'
import { displayName } from '#core/members/members.ts'
import type { CollectionRow, ProductRow } from '#storage/commerce/catalogue.ts'
import type { DiscountRow } from '#storage/commerce/discounts.ts'
import type { ArticleRow } from '#storage/knowledge/articles.ts'
import type { NewMember } from '#storage/members/members.ts'
import type { CommerceRow } from '#storage/search/records.ts'
import { completeCollection, completeDiscount, completeProduct } from '../import/catalogue.ts'
import { SHOP } from './corpus.ts'
import type { Seed } from './random.ts'
import { DAY, type Sample } from './sample.ts'

/** The shop itself: its team, catalogue, discounts and knowledge base. The same for every seed but for the ids. */

export function makeTeam({ seed, until }: Sample): NewMember[] {
  return SHOP.team.map((person, i) => {
    const email = `${person.role}${i + 1}@${seed.code.toLowerCase()}.example`
    return {
      ...person,
      id: seed.id('member', i),
      role: person.role as 'admin' | 'member',
      email,
      emailKey: emailKey(email),
      fullName: displayName({ ...person, email }),
      avatarUrl: '',
      passwordHash: null,
      createdAt: new Date(until - (500 - i * 30) * DAY),
    }
  })
}

/** A product as orders and conversations speak of it. */
export interface Item {
  id: string
  title: string
  url: string
  /** In euros. */
  price: number
  sizes: string[]
  colours: string[]
}

export function listItems(seed: Seed): Item[] {
  return SHOP.products.map((product, i) => ({
    id: seed.id('product', i),
    title: product.title,
    url: `/products/${completeProduct({ title: product.title, priceRange: { min: euros(0), max: euros(0) } }).handle}`,
    price: product.price,
    sizes: SHOP.sizes[product.sizes as keyof typeof SHOP.sizes],
    colours: product.colours,
  }))
}

export function makeProducts({ seed, until }: Sample): ProductRow[] {
  return SHOP.products.map((product, i) => {
    const random = seed.random('product', i)
    const sizes: string[] = SHOP.sizes[product.sizes as keyof typeof SHOP.sizes]
    const choices = product.colours.flatMap((colour) =>
      (sizes.length > 0 ? sizes : [null]).map((size) => ({ colour, size })),
    )
    const data = completeProduct({
      id: seed.id('product', i),
      title: product.title,
      description: product.about,
      vendor: 'Tarn & Timber',
      productType: product.type,
      variants: choices.map(({ colour, size }, n) => ({
        id: seed.id('variant', i * 100 + n),
        sku: `TT-${String(i + 1).padStart(3, '0')}-${String(n + 1).padStart(2, '0')}`,
        price: euros(product.price),
        compareAtPrice: product.was ? euros(product.was) : null,
        available: random.chance(0.88),
        options: [{ name: 'Colour', value: colour }, ...(size ? [{ name: 'Size', value: size }] : [])],
      })),
    })
    return { id: data.id, data, updatedAt: new Date(until) }
  })
}

export function makeCollections({ seed, until }: Sample): CollectionRow[] {
  return SHOP.collections.map((collection, i) => {
    const data = completeCollection({
      id: seed.id('collection', i),
      title: collection.title,
      description: collection.about,
      productsCount: SHOP.products.filter((product) => collection.types.includes(product.type)).length,
    })
    return { id: data.id, data, updatedAt: new Date(until) }
  })
}

export function makeDiscounts({ seed, until }: Sample): DiscountRow[] {
  return SHOP.discounts.map((discount, i) => {
    const { title, code, summary, value, minimum } = discount
    const data = completeDiscount({
      id: seed.id('discount', i),
      title,
      code,
      summary,
      value,
      type: discount.type as 'percentage',
      minimumSubtotal: minimum === null ? null : euros(minimum),
      startsAt: new Date(until - 60 * DAY).toISOString(),
    })
    return { id: data.id, data, isPublic: discount.public, updatedAt: new Date(until) }
  })
}

/** Articles on the whole store, then those on single products. */
export function makeArticles({ seed, until }: Sample): ArticleRow[] {
  const general = SHOP.faqs.map((faq) => ({ ...faq, productId: null }))
  const onProducts = SHOP.productFaqs.map(({ product, question, answer }) => {
    const productId = seed.id(
      'product',
      SHOP.products.findIndex(({ title }) => title === product),
    )
    return { question, answer, url: null, productId }
  })
  return [...general, ...onProducts].map(({ productId, ...faq }, i) => {
    const slug = productId === null ? slugOf(faq.question, 'article') : null
    return articleRow({ ...faq, id: seed.id('faq', i) }, { slug, productId, updatedAt: new Date(until) })
  })
}

/** A size chart for each product that has sizes. */
export function makeSizeGuides({ seed, until }: Sample): CommerceRow[] {
  return SHOP.products.flatMap((product, i) => {
    if (product.sizes === 'none') return []
    const data = SHOP.sizeCharts[product.sizes as keyof typeof SHOP.sizeCharts]
    return [{ id: seed.id('product', i), data, updatedAt: new Date(until) }]
  })
}

export function euros(amount: number) {
  return { amount: amount.toFixed(2), currencyCode: 'EUR' }
}

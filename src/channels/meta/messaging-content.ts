import { isObject } from '#base/objects.ts'
import { listOf, recordOf, textOf } from './values.ts'

/** What messages of Messenger and Instagram say beside their text, in words: posts, stories, places, products, ads. */

/** Kinds of attachment that are files. */
export const FILES = ['image', 'video', 'audio', 'file']
/** A story that mentions the store. */
export const STORIES = ['story_mention']
/** A post, a reel or another piece of the app that the customer shares; its picture, where its address gives one, is kept. */
export const POSTS = ['share', 'post', 'ig_post', 'ig_reel', 'reel', 'ig_story']
/** Products of a message that are named. */
const PRODUCTS_MAX = 10

/** Puts an attachment into words; empty for a file, which is kept. */
export function wordsOf({ type, title, url, payload }: Record<string, unknown>): string {
  const kind = textOf(type)
  const content = recordOf(payload)
  if (FILES.includes(kind)) return ''
  if (STORIES.includes(kind)) return '[Mentioned you in their story]'
  const name = textOf(title) || textOf(content.title)
  const address = textOf(url) || textOf(content.url)
  if (kind === 'location') {
    const { lat, long } = recordOf(content.coordinates)
    return [name, `(${textOf(lat)}, ${textOf(long)})`].filter(Boolean).join(' ')
  }
  const products = listOf(recordOf(content.product).elements).filter(isObject).slice(0, PRODUCTS_MAX)
  if (products.length > 0) return products.map((one) => `[Product: ${partsOf([one.title, one.subtitle])}]`).join('\n')
  if (POSTS.includes(kind)) return `[Shared a post${name ? `: ${name}` : ''}]`
  return partsOf([name, address])
}

/** What a message answers or comes from: a story of the store, a product, an ad. */
export function contextOf({ reply_to, referral }: Record<string, unknown>): string[] {
  const story = recordOf(recordOf(reply_to).story)
  return [...(textOf(story.url) || textOf(story.id) ? ['[Answers your story]'] : []), advertOf(recordOf(referral))]
}

/** The advertisement or product that the customer came from. */
export function advertOf({ ads_context_data, product, ad_id }: Record<string, unknown>): string {
  const title = textOf(recordOf(ads_context_data).ad_title)
  if (title || textOf(ad_id)) return `[From an ad${title ? `: ${title}` : ''}]`
  const id = textOf(recordOf(product).id)
  return id ? `[About the product ${id}]` : ''
}

const partsOf = (parts: unknown[]) => parts.map(textOf).filter(Boolean).join(', ')

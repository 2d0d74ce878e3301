import type { Platform, Product } from '#core/commerce/platform.ts'
import type { ActionDesk } from '#core/custom-actions/call.ts'
import type { OrderDesk } from '#core/order-actions/action.ts'
import type { OrderLookups } from '#core/visitors/order-lookups.ts'
import type { ArticleEmbeddings } from '../embeddings/article-embeddings.ts'
import type { ArticleSource, ChosenOrderAction, HandOverReason, Trace, Turn } from '../turn.ts'
import type { Understanding } from '../understanding/understand.ts'

/** What decides offline: where goods and orders are looked up. */
export interface OfflineParts {
  platform: Platform
  /** Orders, which are looked up for a customer and counted. */
  lookups: Pick<OrderLookups, 'find'>
  /** What finds articles by what they mean; undefined where the operator configured none. */
  embeddings?: ArticleEmbeddings | undefined
  /** What shops are asked through for actions with orders; undefined where nothing is to be prepared. */
  orders?: OrderDesk | undefined
  /** What stores' own actions are called with; undefined where none is to run. */
  actions?: ActionDesk | undefined
}

/** What the steps of one decision share. */
export interface Context extends OfflineParts {
  turn: Turn
  understanding: Understanding
  /** Filled as the steps go. */
  trace: Trace
  /** Titles of the store's articles that may be meant, for where none is sure: offers.ts. */
  offers: string[]
}

/** What a step has to say: an answer with all texts that its facts stand in, a question back, or that a person is to answer. */
export type Reply =
  | {
      act: 'answer'
      text: string
      /** Texts that the facts of the answer were taken from, word for word. */
      evidence: string[]
      faqs: ArticleSource[]
      products: object[]
      /** An action with an order that the answer announces. */
      action?: ChosenOrderAction
      /** The products that advice is about, best first; empty where it asks to narrow, or nothing fits. */
      advised?: Product[]
    }
  | { act: 'ask_back' }
  | { act: 'hand_over'; reason: HandOverReason }

/** An answer of our own words, which claims nothing. */
export function plainReply(text: string): Extract<Reply, { act: 'answer' }> {
  return { act: 'answer', text, evidence: [], faqs: [], products: [] }
}

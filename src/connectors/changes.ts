/** What a shop tells, whatever it sells with: each connector turns its platform's words into these. */

export const RECORD_KINDS = ['contact', 'product', 'collection', 'discount', 'order', 'sizeGuide', 'faq'] as const
export type RecordKind = (typeof RECORD_KINDS)[number]

export type Change =
  /** A record as it is now, in the import's shape. `updatedAt`: when the shop changed it; unknown where it does not say. */
  | { act: 'save'; kind: RecordKind; data: Record<string, unknown>; updatedAt?: string | undefined }
  /** `isHidden`: the shop has it still, but it is nobody's to see. */
  | { act: 'delete'; kind: RecordKind; id: string; updatedAt?: string | undefined; isHidden?: boolean }
  /** A hint that a record has changed, or the product of a variant; it has to be asked for. */
  | { act: 'reread'; kind: RecordKind; of: { id: string } | { variantId: string } }
  /** Privacy requests (spec 1.3). `orders`: names, or the shop's own ids. */
  | { act: 'redact'; customer: CustomerReference; orders: string[] }
  | { act: 'dataRequest'; customer: CustomerReference }
  | { act: 'shopRedact' }
  | { act: 'uninstalled' }
  | { act: 'installed' }

/** A contact's id, or the shop's own id of the customer. */
export type CustomerReference = { customerUuid: string } | { platformId: string }

/** A line of what a shop sent: its number from 1, and what it says, or why it says nothing. */
export interface ReadLine {
  line: number
  change: Change | Error
}

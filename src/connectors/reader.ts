import type { Change, RecordKind } from './changes.ts'

/** How a shop is read: the same for every platform, so that one puller reads them all. */

/** A kind of record that a shop can be asked for. */
export interface ReadKind {
  kind: RecordKind
  /** Whether the shop can be asked for changes since a time; otherwise all of the kind is read each time. */
  knowsTimes: boolean
  /** A reading of everything lists all that there are: what it does not list is gone. */
  isSwept: boolean
  /** Only records that are known here are asked for, by the shop's ids. */
  isOfKnown?: true
}

/** What is asked for: from a place, all or what changed since; of kinds that are read of known ones, those. */
export interface ReadRequest {
  since: Date | null
  cursor: string | null
  known?: string[]
}

export interface RecordPage {
  changes: Change[]
  /** Records that fit, as the shop says; null where it does not. */
  total: number | null
  /** Cursor of the next page; null after the last one. */
  next: string | null
}

/** What a hint is about: a record, or the product of a variant. */
export type Hinted = { id: string } | { variantId: string }

/** A published page of the shop's site, such as one about returns. */
export interface ShopSitePage {
  id: string
  title: string
  html: string
  url: string
}

export interface ShopReader {
  /** In the order in which a shop is read: what makes most of it answerable soonest. */
  readonly kinds: readonly ReadKind[]
  /** Pages follow the records' ids: those that change while a list is read stay in place. */
  readPage(kind: RecordKind, request: ReadRequest): Promise<RecordPage>
  /** How many records of a kind a reading of everything would list, hidden ones too; null where it cannot be asked. */
  count(kind: RecordKind): Promise<number | null>
  /** A record as it is now; nothing where the shop has none, or where it is gone and known by its id: its deletion. */
  readOne(kind: RecordKind, of: Hinted): Promise<Change[]>
  /** An order by its number. */
  readOrder(number: string): Promise<Change[]>
  /** Published pages of the shop's site, by pages of such pages. */
  readSitePages?(cursor: string | null): Promise<{ pages: ShopSitePage[]; next: string | null }>
  /** Has the shop tell us by itself, where it can; may be done again. */
  subscribe?(place: Subscribing): Promise<void>
  /** Ends that. */
  unsubscribe?(address: string): Promise<void>
}

/** Address at which a shop reports changes, and its signing secret. */
export interface Subscribing {
  address: string
  secret: string
}

/** Records of a page of shops that page by number. The next one begins a little earlier: what was deleted meanwhile has moved the others up. */
export const TAKE = 50
const OVERLAP = 3

export const skipOf = (cursor: string | null): number => Number(cursor ?? 0)

export const nextSkip = (cursor: string | null, read: number): string | null =>
  read < TAKE ? null : String(skipOf(cursor) + read - OVERLAP)

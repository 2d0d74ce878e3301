/** Every number of the spec, with its unit and section. "Characters" are Unicode code points (base/text.ts). */

/** Characters of a message (spec 4.2, 8). */
export const MESSAGE_TEXT_MAX = 5_000
/** Characters of a checklist note (spec 2.6, 8). */
export const NOTE_TEXT_MAX = 150
/** Characters of a tag sent over REST; longer tags are dropped from the request (spec 4.3, 8). */
export const TAG_MAX = 100
/** Characters of an attribute's name and value (spec 2.7, 8). */
export const ATTRIBUTE_NAME_MAX = 255
export const ATTRIBUTE_VALUE_MAX = 1_000
/** Records a page: default and maximum, larger limits are clamped (spec 8). */
export const CONVERSATIONS_PAGE = { default: 20, max: 100 } as const
export const MESSAGES_PAGE = { default: 50, max: 100 } as const
export const RELATED_PAGE = { default: 6, max: 50 } as const
export const CUSTOMER_CONVERSATIONS_PAGE = { default: 20, max: 100 } as const
/** Browsed pages given out, and how long they are kept (spec 4.1, 8). */
export const BROWSED_PAGES_MAX = 50
export const BROWSED_PAGES_KEPT_MS = 24 * 60 * 60 * 1000
/** Active keys a store, and characters of a key's name (spec 5.1, 8). */
export const API_KEYS_MAX = 5
export const API_KEY_NAME_MAX = 50
/** How long after the customer's last message a messaging channel still delivers (spec 4.2; contract, section 6). */
export const MESSAGING_WINDOW_MS = 24 * 60 * 60 * 1000
/** Bytes of a serialised event above which its data is replaced (spec 6.2, 8). */
export const EVENT_BYTES_MAX = 80_000
/** The window of a rate counter; each request starts it anew (spec 8). */
export const RATE_WINDOW_MS = 60_000
/** Bytes of a request body (contract, section 6). */
export const BODY_BYTES_MAX = 1024 * 1024
/** Bytes of one import line (contract, section 5). */
export const IMPORT_LINE_BYTES_MAX = 8 * 1024 * 1024
/** Characters of an imported id (contract, section 5). */
export const ID_MAX = 128
/** Webhook subscriptions a store, inactive ones included (spec 4.5, 8). */
export const SUBSCRIPTIONS_MAX = 10
/** Bytes of a subscription's metadata as JSON (spec 2.8, 8). */
export const METADATA_BYTES_MAX = 2_048
/** Characters of a subscription's url (contract, section 9). */
export const WEBHOOK_URL_MAX = 2_048
/** A queued delivery goes on after a pause while it is younger than this: about as long as its seven attempts take. */
export const DELIVERY_LIFETIME_MS = 9 * 60 * 60 * 1000
/** How long events and the log of their deliveries are kept, and delivered bodies. */
export const EVENTS_KEPT_MS = 30 * 24 * 60 * 60 * 1000
export const DELIVERED_BODIES_KEPT_MS = 7 * 24 * 60 * 60 * 1000
/** Contacts read at once while a large page of them is sent: a few milliseconds of work (docs/decisions/0007). */
export const CONTACTS_PIECE = 200
/**
 * A store's GraphQL budget in points (contract, section 9): how many there are at most, how many come back a second,
 * and how deep a store can get into debt, which is what comes back in 60 seconds.
 */
export const QUERY_BUCKET = { size: 20_000, perSecond: 500, debtMax: 60 * 500 } as const
/** Characters that the tools cut a tag to, and tags they keep on a conversation (spec 8). */
export const TOOL_TAG_MAX = 50
export const TOOL_TAGS_MAX = 100
/** The largest whole number of a column, and the most records one statement can be asked for. */
export const INT32_MAX = 2_147_483_647
/** How long a cart lives after its last change (contract, section 9). */
export const CART_KEPT_MS = 30 * 24 * 60 * 60 * 1000
/** Lines of a cart, and pieces of one variant in it. */
export const CART_LINES_MAX = 200
export const CART_LINE_QUANTITY_MAX = 999
/** Results of the tools' searches: default and maximum, larger limits are clamped. */
export const ARTICLES_PAGE = { default: 5, max: 20 } as const
export const CATALOGUE_PAGE = { default: 10, max: 50 } as const

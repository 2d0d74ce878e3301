/** Every number of the spec, with its unit and section: one list, in which limits are looked up. "Characters" are Unicode code points (base/text.ts). */

/** Characters of a message (spec 4.2.9, 8.9). */
export const MESSAGE_TEXT_MAX = 5_000
/** Characters of a checklist note (spec 2.6.1, 8.10). */
export const NOTE_TEXT_MAX = 150
/** Characters of a tag sent over REST; longer tags are dropped from the request (spec 4.3.3, 8.11). */
export const TAG_MAX = 100
/** Tags that one statement puts into the index: some 15 ms of the embedded database's time. */
export const TAGS_PIECE = 500
/** Characters of an attribute's name and value (spec 2.7.1, 8.12). */
export const ATTRIBUTE_NAME_MAX = 255
export const ATTRIBUTE_VALUE_MAX = 1_000
/** How far away the time may be until which a conversation is snoozed. */
export const SNOOZE_MAX_MS = 366 * 24 * 60 * 60 * 1000
/** Minutes of a reply-time target: 30 days. */
export const TARGET_MINUTES_MAX = 43_200
/** Records a page: default and maximum, larger limits are clamped (spec 8.5 to 8.8). */
export const CONVERSATIONS_PAGE = { default: 20, max: 100 } as const
export const MESSAGES_PAGE = { default: 50, max: 100 } as const
export const RELATED_PAGE = { default: 6, max: 50 } as const
export const CUSTOMER_CONVERSATIONS_PAGE = { default: 20, max: 100 } as const
/** Browsed pages given out, and how long they are kept (spec 4.1.8, 8.13). */
export const BROWSED_PAGES_MAX = 50
export const BROWSED_PAGES_KEPT_MS = 24 * 60 * 60 * 1000
/** Active keys a store, and characters of a key's name (spec 5.1.9, 5.1.11). */
export const API_KEYS_MAX = 5
export const API_KEY_NAME_MAX = 50
/** How long after the customer's last message a messaging channel still delivers (spec 4.2.3, C6.13). */
export const MESSAGING_WINDOW_MS = 24 * 60 * 60 * 1000
/** Age at which incoming payloads that could not be read are deleted; others are deleted once they are read. */
export const INBOUND_KEPT_MS = 7 * 24 * 60 * 60 * 1000
/** Characters of a text that fills a template's placeholder. */
export const TEMPLATE_PARAMETER_MAX = 1_024
/** Requests for translations of a store in a minute that its translation service or model is asked. */
export const TRANSLATIONS_PER_MINUTE = 60
/** Messages that one of them names. */
export const TRANSLATED_AT_ONCE = 50
/** Questions about customers and drafts to rewrite, of all members of a store in a minute; characters of such a question. */
export const AI_HELP_PER_MINUTE = 60
export const CUSTOMER_QUESTION_MAX = 500
/** Characters of an unfinished sentence that suggestions are asked for, and requests for them of one member in a minute. */
export const TYPED_SENTENCE_MAX = 300
export const TYPED_SUGGESTIONS_PER_MINUTE = 90
/** How long after a template asked for a rating an answer of the customer is one. */
export const RATING_ANSWER_MS = 7 * 24 * 60 * 60 * 1000
/** Drafts of one member that browsers share. */
export const DRAFTS_MAX = 100
/** Orders that a sales report goes through. */
export const REPORT_ORDERS_MAX = 100_000
/** Days after a reply in which an order counts as its sale. */
export const SALES_WITHIN_DAYS = 3
/** Products and discounts that one reply shows. */
export const CARDS_MAX = 3
/** Accounts at channels that a store may have. */
export const CHANNEL_ACCOUNTS_MAX = 50
/** Shops that a store may be connected to, and connections that ended whose rows are kept (spec C12). */
export const CONNECTIONS_MAX = 10
export const ENDED_CONNECTIONS_KEPT = 20
/** Bytes of what a shop sends at once (spec C12.2), and how much of a connection's may wait to be applied. */
export const PLATFORM_BODY_BYTES_MAX = 5 * 1024 * 1024
export const PLATFORM_WAITING_MAX = { deliveries: 2_000, bytes: 256 * 1024 * 1024 } as const
/** How long ids of deliveries from shops are remembered, and deliveries that could not be applied are kept. */
export const PLATFORM_DELIVERIES_KEPT_MS = 7 * 24 * 60 * 60 * 1000
/** Bytes of a serialised event above which its data is replaced (spec 6.2.3). */
export const EVENT_BYTES_MAX = 80_000
/** Keys that nobody knows, from one network in a minute, that GraphQL and the tool server look up. */
export const UNKNOWN_KEYS_PER_MINUTE = 300
/** How long a transaction of a long work may take where all stores take turns on one connection, in milliseconds. */
export const TURN_MS = 20
/** The window of a rate counter; each request starts it again (spec 8.3). */
export const RATE_WINDOW_MS = 60_000
/** Bytes of a request body (spec C6.4). */
export const BODY_BYTES_MAX = 1024 * 1024
/** Bytes of one import line (spec C5.1). */
export const IMPORT_LINE_BYTES_MAX = 8 * 1024 * 1024
/** Characters of an imported id (spec C5.6). */
export const ID_MAX = 128
/** Webhook subscriptions a store, inactive ones included (spec 4.5.6). */
export const SUBSCRIPTIONS_MAX = 10
export const WEBHOOK_FEED_PAGE = { default: 50, max: 100 }
/** Bytes of a subscription's metadata as JSON (spec 2.8.3). */
export const METADATA_BYTES_MAX = 2_048
/** Characters of a subscription's url (spec C9.29). */
/** Attempts of a delivery after which admins are warned: of seven, so that hours are left before its subscription is disabled. */
export const WEBHOOK_WARN_ATTEMPTS = 5
export const WEBHOOK_URL_MAX = 2_048
/** A queued delivery continues after a pause while it is younger than this: about as long as its seven attempts take. */
export const DELIVERY_LIFETIME_MS = 9 * 60 * 60 * 1000
/** How long the answer of a call with an Idempotency-Key is remembered (spec C16). */
export const IDEMPOTENCY_KEYS_KEPT_MS = 24 * 60 * 60 * 1000
/** How long events and the log of their deliveries are kept, and delivered bodies. */
export const EVENTS_KEPT_MS = 30 * 24 * 60 * 60 * 1000
export const DELIVERED_BODIES_KEPT_MS = 7 * 24 * 60 * 60 * 1000
/** Contacts read at once while a large page of them is sent: a few milliseconds of work (docs/decisions/0007). */
export const CONTACTS_PIECE = 200
/**
 * A store's GraphQL budget in points (spec C9.22): how many there are at most, how many come back a second,
 * and how deep a store can get into debt, which is what comes back in 60 seconds.
 */
export const QUERY_BUCKET = { size: 20_000, perSecond: 500, debtMax: 60 * 500 } as const
/**
 * The processor time, in milliseconds, that GraphQL's documents may take to be read and questions about the schema to be
 * answered: for one address without a store's credentials, and for one store. An introspection query takes 10 ms, so an
 * address has some two hundred at once; in the long run nobody gets more than a tenth of the one thread.
 */
export const DOCUMENT_TIME = { size: 2_000, perSecond: 100, debtMax: 2_000 } as const
/** Tokens of a GraphQL document: some 700 aliased look-ups, and at most 40 ms to read and validate them. */
export const DOCUMENT_TOKENS_MAX = 8_000
/** Fields that answers about the schema may have: the usual introspection query comes to some 1,300. At most 60 ms. */
export const INTROSPECTION_FIELDS_MAX = 20_000
/** Pairs of fields with one name that a document may make the validation compare: at most some 20 ms. */
export const DOCUMENT_PAIRS_MAX = 10_000
/** GraphQL queries of one store that run side by side; the others wait for their turn. */
export const QUERIES_AT_ONCE = 8
/** Calls of tools at a time: some of them wait for name look-ups. */
export const TOOLS_AT_ONCE = 32
/** Characters that the tools cut a tag to, and tags they keep on a conversation (spec 8.21). */
export const TOOL_TAG_MAX = 50
export const TOOL_TAGS_MAX = 100
/** The largest whole number of a column, and the most records one statement can be asked for. */
export const INT32_MAX = 2_147_483_647
/** How long a cart lives after its last change (spec C9.25). */
export const CART_KEPT_MS = 30 * 24 * 60 * 60 * 1000
/** Lines of a cart, and pieces of one variant in it. */
export const CART_LINES_MAX = 200
export const CART_LINE_QUANTITY_MAX = 999
/** Results of the tools' searches: default and maximum, larger limits are clamped. */
export const ARTICLES_PAGE = { default: 5, max: 20 } as const
export const CATALOGUE_PAGE = { default: 10, max: 50 } as const
/** How long a session lasts unused, and in all. */
export const SESSION_IDLE_MS = 30 * 24 * 60 * 60 * 1000
export const SESSION_MAX_MS = 90 * 24 * 60 * 60 * 1000
/** What a store may set in their place: minutes unused, and hours in all. */
export const SESSION_IDLE_MINUTES = { min: 5, max: 43_200 } as const
export const SESSION_MAX_HOURS = { min: 1, max: 2_160 } as const
/** Time to come back from an issuer; and then to choose a store or look up a code. */
export const SINGLE_SIGN_ON_MS = 10 * 60 * 1000
/** Allowed domains and group rules of a store, and characters of one's group. */
export const SINGLE_SIGN_ON_MAX = { domains: 50, groups: 100, group: 200 } as const
/** How long a proven password is enough for making credentials, before it is asked for again. */
export const PROOF_MS = 10 * 60 * 1000
/** How long an invitation and a link to a new password work. */
export const MEMBER_LINK_MS = 7 * 24 * 60 * 60 * 1000
/** How long a link to a new password works that the operator made. */
export const OPERATOR_LINK_MS = 60 * 60 * 1000
/**
 * Sign-ins that may fail in 15 minutes: from one address, on one account, on one account from one address; and from one
 * address while the account is full.
 */
export const SIGN_IN_WINDOW_MS = 15 * 60 * 1000
export const SIGN_IN_LIMITS = { address: 60, account: 100, both: 10, whileFull: 3 } as const
/** Wrong codes of a second factor in 15 minutes on one member, from all networks together: six digits, three of them good. */
export const WRONG_CODES_MAX = 10
/** Days of the audit log that are saved at once. */
export const AUDIT_LOG_DAYS_MAX = 366
/** Passkeys of a member, and characters of a passkey's name. */
export const PASSKEYS_MAX = 20
export const PASSKEY_NAME_MAX = 60
/** How long a browser may take to sign a passkey's challenge. */
export const PASSKEY_CHALLENGE_MS = 5 * 60 * 1000
/** Challenges that one network is given for signing in, in 15 minutes: each page that offers passkeys asks for one. */
export const PASSKEY_CHALLENGES_MAX = 300
/** Characters of a password that a member chooses. */
export const PASSWORD = { min: 12, max: 200 } as const
/** Stores that one address may sign in to. */
export const ACCOUNTS_MAX = 20
/** Stores that a browser has sessions in at the same time: their tokens are in one cookie, of 4 KB at most. */
export const STORES_PER_BROWSER_MAX = 20
/** Bytes of a storefront request, files apart, and of a socket's frame (docs/storefront-protocol.md). */
export const STOREFRONT_BODY_BYTES_MAX = 64 * 1024
export const FRAME_BYTES_MAX = 16 * 1024
/** What a visitor may do in a minute (spec 8.23, 8.24: messages, typing), and the frames of a socket beside typing. */
export const VISITOR_MESSAGES_PER_MINUTE = 15
export const VISITOR_TYPING_PER_MINUTE = 30
export const VISITOR_REQUESTS_PER_MINUTE = 120
export const FRAMES_PER_MINUTE = 60
/** Bytes of a file, files a message carries, files sent in a minute, and how many may wait for their message. */
export const FILE_BYTES_MAX = 10 * 1024 * 1024
export const FILES_PER_MESSAGE_MAX = 5
/** Files of one message that came by a channel: its sender cannot be asked to send what is left out. */
export const INCOMING_FILES_MAX = 50
export const VISITOR_FILES_PER_MINUTE = 15
export const VISITOR_FILES_WAITING_MAX = 30
const MB = 1024 * 1024
/**
 * Bytes of files that may be uploaded at a time, and what comes back a second: to a store 10 GB a day, from one network
 * 1 GB an hour (an office or a phone company's customers share one), from one visitor or member 500 MB a day. Beyond it
 * one stranger could fill the disk, 15 files a minute at 10 MB each.
 */
export const UPLOAD_QUOTAS = {
  address: { what: 'This address', size: 1_024 * MB, perSecond: (1_024 * MB) / 3_600, debtMax: 0 },
  person: { what: 'One person', size: 500 * MB, perSecond: (500 * MB) / 86_400, debtMax: 0 },
  store: { what: 'A store’s people together', size: 10_240 * MB, perSecond: (10_240 * MB) / 86_400, debtMax: 0 },
} as const
/**
 * Connections: how long a request's headers may take; how long one may be idle between requests; within what time a body
 * has to go on, or a response to be read on, by a number of bytes; how long the rest of a rejected body is read; how often
 * that is looked at; and how many there may be.
 */
export const CONNECTIONS = {
  headersMs: 15_000,
  idleMs: 72_000,
  stalledMs: 20_000,
  bytes: 16 * 1024,
  lingerMs: 30_000,
  checkMs: 2_000,
  max: 60_000,
} as const
/** How long the AI agent waits after a customer's message for the next one, so that a quick row gets one answer. */
export const AI_AGENT_WAITS_MS = 700
/** How long a file waits for its message. */
export const ORPHANS_KEPT_MS = 24 * 60 * 60 * 1000
/** Bytes of an object of commerce context as UTF-8 JSON (spec 8.25), and of a tracked event's props. */
export const CONTEXT_BYTES_MAX = 8 * 1024
/**
 * Characters of what the shop's page and the shopper say about the shopper: the script, the forms and the server
 * check the same numbers. The id is the shop's own.
 */
export const PERSON_ID_MAX = 255
export const PERSON_EMAIL_MAX = 320
export const PERSON_NAME_MAX = 255
export const PERSON_PHONE_MAX = 64
/** Characters of what members note about a contact, and a contact's tags. */
export const CONTACT_NOTE_MAX = 5_000
export const CONTACT_TAGS_MAX = 100
/** Characters of a signature below mails. */
export const SIGNATURE_MAX = 2_000
/** Characters of the footer of a store's mails. */
export const MAIL_FOOTER_MAX = 1_000
/** Addresses that one mail of a member goes to. */
export const MAIL_RECIPIENTS_MAX = 20
/** Mails whose recipients a member chooses, by member and hour: more looks like an account that somebody took over. */
export const CHOSEN_RECIPIENTS_PER_HOUR = 200
/** Characters of a mail's subject that a member writes, and conversations that a member begins in 15 minutes. */
export const EMAIL_SUBJECT_MAX = 200
export const STARTED_CONVERSATIONS_MAX = 60
/** Characters of why a shopper asks for a person; it becomes an internal note. */
export const ESCALATION_REASON_MAX = 1_000
/** Look-ups of orders per minute of one visitor, from one network and in one store: numbers are not to be tried out. */
export const ORDER_LOOKUPS_PER_MINUTE = { visitor: 10, network: 60, store: 1_200 } as const
/** Look-ups per 15 minutes of one typed email address in one store, over all networks. */
export const ORDER_LOOKUPS_OF_EMAIL = 30
/** Attributes of a visitor or, before there is one, a conversation; characters of a tracked event's name. */
export const VISITOR_ATTRIBUTES_MAX = 50
export const EVENT_NAME_MAX = 100
/** Tracked events kept of a session, and how long context and events are kept. */
export const TRACKED_EVENTS_MAX = 200
export const TRACKED_KEPT_MS = 30 * 24 * 60 * 60 * 1000
/** How long it is kept what the AI agent decided, and why: for reports and for who improves its answers. */
export const AI_DECISIONS_KEPT_MS = 180 * 24 * 60 * 60 * 1000
/** A session ends when its browser was not seen for this long; a visitor who never wrote is forgotten after a while. */
export const SESSION_LIFETIME_MS = 24 * 60 * 60 * 1000
export const VISITORS_KEPT_MS = 90 * 24 * 60 * 60 * 1000
/** Messages sent at once after a socket's hello, and unread messages that are counted. */
export const VISITOR_MESSAGES_PAGE = { default: 50, max: 100 } as const
export const UNREAD_MAX = 99
/** Sockets: of one visitor or member, of one store, and of this process; those of an address are configured. */
export const SOCKETS_PER_PERSON = 20
export const SOCKETS_PER_STORE = 20_000
export const SOCKETS_PER_PROCESS = 50_000
/** Hello has to come within this, and something (a ping) at least this often. */
export const HELLO_MS = 10_000
export const SILENCE_MS = 60_000
/**
 * How long a request that waits for news in the place of a socket is answered at the latest: sooner than a proxy gives up
 * on it, which is after 30 seconds with the strictest ones.
 */
export const POLL_MS = 20_000
/** Typing ends by itself (spec C8.6). */
export const TYPING_MS = 5_000
/** Bytes waiting for a slow socket: above the first a member's has to read everything again, above the second it is closed. */
export const SLOW_BYTES = 256 * 1024
export const STUCK_BYTES = 1024 * 1024
/** Conversations one member's socket may watch. */
export const WATCHED_MAX = 20
/** How long a person whose last socket closed still counts as online: going from page to page is not leaving. */
export const PRESENCE_GRACE_MS = 8_000
/** How often a process says that it lives, and how long after the last time those who were on it count as gone. */
export const PRESENCE_BEAT_MS = 60_000
export const PRESENCE_STALE_MS = 150_000
/** Secrets a store signs its customers' ids with, at once: the one in use and the next. */
export const IDENTITY_SECRETS_MAX = 2
/** Canned replies of a store, as many of each member's own; characters of a shortcut; tags that a reply puts on. */
export const CANNED_REPLIES_MAX = 500
export const SHORTCUT_MAX = 40
export const REPLY_TAGS_MAX = 10
/** What a canned reply may leave open, as {{name}}; the inbox fills it in. */
export const CANNED_REPLY_HOLES = ['name', 'member', 'store', 'order'] as const
/** Conversations and messages on a page of the inbox. */
export const INBOX_PAGE = { default: 40, max: 100 } as const
/** Notifications that a member has: the newest. */
export const NOTIFICATIONS_KEPT = 100
/** Browsers in which one member is notified; the oldest one is dropped. */
export const PUSH_BROWSERS_MAX = 20
/** Characters of an endpoint at a push service; those of today have up to 600. */
export const PUSH_ENDPOINT_MAX = 1_000
/** For how long a merge can be undone; conversations, orders and browsers that one contact brings along at most. */
export const MERGE_UNDO_MS = 10 * 60_000
export const MERGE_MAX = 2_000
/** Conversations that are merged into one, at most. */
export const MERGED_CONVERSATIONS_MAX = 50
/** Merged contacts that are shown with a contact, and addresses of theirs whose orders are. */
export const MERGED_MAX = 20
/** Saved views of a store, as many of each member's own, and characters of a view's name. */
export const SAVED_VIEWS_MAX = 50
export const VIEW_NAME_MAX = 60
/** Rules of a store; what one is made of; conversations that it is tried on; and how long it is kept what rules did. */
export const RULES_MAX = {
  rules: 50,
  name: 60,
  conditions: 10,
  actions: 10,
  values: 30,
  value: 100,
  note: 1_000,
  minutes: 90 * 24 * 60,
  hours: 365 * 24,
  tried: 200,
} as const
/**
 * Segments of a store; what one is made of; contacts that are counted of one, and how many of the newest contacts are looked
 * at for a count, for a page, and for each beginning that is searched for; conversations looked at for a page of theirs.
 */
export const SEGMENTS_MAX = {
  segments: 50,
  name: 60,
  conditions: 10,
  values: 30,
  value: 100,
  days: 3_650,
  amount: 1_000_000_000,
  counted: 10_000,
  countScan: 50_000,
  pageScan: 10_000,
  searched: 200,
  listScan: 2_000,
} as const
/** Contacts on a page of the inbox, and of those that are shown of conditions that are tried out. */
export const CONTACTS_PAGE = { default: 50, max: 100 } as const
export const SEGMENT_TRIED = 5
export const RULE_RUNS_KEPT_MS = 30 * 24 * 60 * 60 * 1000
/** Endpoints that a store's rules call, characters of a title and of a secret, and the newest messages that a call has. */
export const RULE_ENDPOINTS_MAX = 10
export const RULE_ENDPOINT_TITLE_MAX = 50
export const RULE_ENDPOINT_SECRET = { min: 16, max: 128 } as const
export const RULE_CALL_MESSAGES_MAX = 20
export const RULE_RUNS_PAGE = { default: 20, max: 100 } as const
/** Open conversations of a member that are counted to find who has the fewest, and how far back their activity may lie. */
export const RULE_COUNT = { max: 1_000, withinMs: 90 * 24 * 60 * 60 * 1000 } as const
/**
 * Teams of a store; characters of a team's name and, in UTF-16, of its emoji; members of one; a member's largest capacity;
 * conversations that a member hands back at once.
 */
export const TEAMS_MAX = { teams: 50, name: 60, emoji: 30, members: 200, capacity: 1_000, handedBack: 200 } as const
/** Open conversations, those that were active last, that counts of saved views look at: some 10 ms. */
export const VIEW_COUNT_SCAN = 5_000
/** Replies of a conversation that are to be sent later, and how much later. */
export const SCHEDULED_MAX = 20
export const SCHEDULE_MAX_MS = 365 * 24 * 60 * 60 * 1000
/** Entries on a page of a contact's timeline; how many of a contact's conversations, browsers and orders it looks at. */
export const TIMELINE_PAGE = { default: 30, max: 100 } as const
export const TIMELINE_MAX = { conversations: 500, visitors: 50, orders: 500 } as const
/** Days that a report spans, and conversations that it, or a list that its figures lead to, goes through. */
export const REPORT_DAYS_MAX = 366
export const REPORT_CONVERSATIONS_MAX = 50_000
/** Conversations that began, and were resolved, since a day whose backlog is counted back from what is open now. */
export const BACKLOG_CHANGES_MAX = 200_000
/** Conversations counted for a view of the inbox; more are shown as this many. */
export const VIEW_COUNT_MAX = 1_000
/** An article of the knowledge base, as its editor takes it; an import may bring longer ones. Characters. */
export const ARTICLE_QUESTION_MAX = 300
export const ARTICLE_ANSWER_MAX = 20_000
export const ARTICLE_URL_MAX = 2_048
/** Characters of an article's body in Markdown, of its description, and of its translation group's id. */
export const ARTICLE_BODY_MAX = 50_000
export const ARTICLE_DESCRIPTION_MAX = 300
export const TRANSLATION_GROUP_MAX = 128
/** Characters of a collection's name. */
export const COLLECTION_NAME_MAX = 200
/** Collections that admins make in a store. */
export const COLLECTIONS_MAX = 500
/** Characters of a store's handle in addresses of its help pages (spec C14). */
export const HANDLE_MAX = 63
/** Languages of a store's help pages (spec C14). */
export const HELP_LOCALES_MAX = 50
/** Characters of a search on help pages that are read (spec C14). */
export const HELP_QUERY_MAX = 200
/** How long it is kept what readers of help pages searched for on a day. */
export const HELP_SEARCHES_KEPT_MS = 90 * 24 * 60 * 60 * 1000
/** Articles on a page of the editor. */
export const ARTICLE_LIST_PAGE = { default: 50, max: 100 } as const
/** Characters of a store's name, and of a member's first and last name. */
export const STORE_NAME_MAX = 200
export const MEMBER_NAME_MAX = 100
/** Days and hours of the after-sale rules. */
export const AFTER_SALE_MAX = { days: 3_650, hours: 87_600 } as const
/** `settings.widget`: characters, and how many of each. */
export const WIDGET_MAX = {
  greeting: 200,
  intro: 500,
  text: 2_000,
  quickReplies: 6,
  quickReply: 80,
  fields: 8,
  fieldName: 64,
  fieldLabel: 120,
  consent: 1_000,
  campaigns: 20,
  campaignKey: 64,
  campaignText: 1_000,
  campaignUrl: 500,
  campaignSeconds: 3_600,
  /** Rows of opening hours, days that differ, help articles on the home screen, faces of the team. */
  hours: 28,
  closedDays: 100,
  popular: 5,
  faces: 4,
} as const
/** Days of which it is shown how many shoppers saw each campaign, and how long the counts are kept. */
export const CAMPAIGN_COUNT_DAYS = 30
export const CAMPAIGN_COUNTS_KEPT_MS = 90 * 24 * 60 * 60 * 1000
/**
 * Mails per day about conversations to addresses that nobody has proven: to one address, from one network, of one store;
 * and after how long an unanswered one no longer holds back the next.
 */
export const UNPROVEN_MAILS_PER_DAY = { recipient: 5, network: 50, store: 500 } as const
export const UNANSWERED_MAIL_MS = 30 * 24 * 60 * 60 * 1000
/** Invitations mailed per day: to one address, and of one store, which chooses its name in them. */
export const INVITATION_MAILS_PER_DAY = { recipient: 5, network: 0, store: 100 } as const
/** Addresses and domains of a store whose mail is always spam. */
export const SPAM_SENDERS_MAX = 1_000
/** The code that proves a mailbox's address: its digits, how long it is valid, wrong ones, and how many are mailed per day. */
export const MAILBOX_CODE = { digits: 8, ms: 60 * 60 * 1000, tries: 5 } as const
export const MAILBOX_CODES_PER_DAY = { recipient: 5, network: 0, store: 20 } as const
/** Time to finish a sign-in at a mailbox's provider. */
export const MAILBOX_SIGN_IN_MS = 10 * 60 * 1000
/** The time that mails are counted in. */
export const MAIL_DAY_MS = 24 * 60 * 60 * 1000
/** Transcripts mailed to one address, or asked for from one network, in 15 minutes; and messages that one holds. */
export const TRANSCRIPTS_MAX = { recipient: 3, network: 20, messages: 200 } as const

/** Customer cards: addresses of a store, characters of a title, bytes and milliseconds of an answer, requests of a store. */
export const CUSTOMER_CARDS_MAX = 5
export const CUSTOMER_CARD_TITLE_MAX = 50
export const CUSTOMER_CARD_BYTES_MAX = 64 * 1024
export const CUSTOMER_CARD_MS = 5_000
export const CUSTOMER_CARD_REQUESTS_PER_MINUTE = 300

/** Questions with their right answers that a store keeps for its AI agent, and characters of one. */
export const AI_EXAMPLES_MAX = 100
export const AI_EXAMPLE_QUESTION_MAX = 1_000
/** Examples and past questions that a change of articles or settings is tried on, offline and where a model is asked. */
export const TRIED_EXAMPLES_MAX = { offline: AI_EXAMPLES_MAX, model: 20 } as const
export const TRIED_QUESTIONS_MAX = { offline: 200, model: 20 } as const
/** Days of which past questions are asked again, and how many of these. */
export const REPLAYED_DAYS = 30
export const REPLAYED_QUESTIONS_MAX = { offline: 2_000, model: 200 } as const

/**
 * Guidance of the AI agent: of a store; characters of its texts and how many of each part; and how often a question is asked
 * before a person gets the conversation.
 */
export const GUIDANCE_MAX = {
  guidance: 50,
  name: 60,
  phrases: 10,
  phrase: 200,
  conditions: 10,
  values: 30,
  value: 100,
  questions: 5,
  questionName: 30,
  question: 500,
  steps: 5,
  text: 1_000,
  instruction: 500,
  tags: 10,
  words: 20,
  note: 1_000,
  answer: 200,
  asked: 2,
} as const
/** Settings of a store's AI agent: characters of its name, instructions and of one handoff topic; topics; answers in a row. */
export const AI_AGENT_MAX = { name: 50, instructions: 4_000, topic: 100, topics: 50, turns: 50 } as const
/**
 * Assistants that are authorized by OAuth (docs/mcp.md). How long a code and an access token last, a grant whose refresh
 * token is not used, a grant in all, a client app that registered and was not authorized, and one that was.
 */
export const ASSISTANT_CODE_MS = 60_000
export const ASSISTANT_ACCESS_MS = 60 * 60 * 1000
export const ASSISTANT_IDLE_MS = 30 * 24 * 60 * 60 * 1000
export const ASSISTANT_MAX_MS = 365 * 24 * 60 * 60 * 1000
export const ASSISTANT_UNUSED_MS = 24 * 60 * 60 * 1000
export const ASSISTANT_CLIENT_MS = 365 * 24 * 60 * 60 * 1000
/** Assistants of a store, and client apps of a store that registered without being authorized. */
export const ASSISTANTS_MAX = 100
export const ASSISTANT_CLIENTS_MAX = 200
/** Programs registered in a minute from one network, with one store and with all; requests for tokens in a minute. */
export const REGISTRATIONS_PER_MINUTE = { store: 20, all: 200 } as const
export const TOKEN_REQUESTS_PER_MINUTE = 300
/** An assistant's name in code points, its id and each of its redirect addresses in characters, and how many of these. */
export const ASSISTANT_NAME_MAX = 100
export const ASSISTANT_ID_MAX = 500
export const REDIRECT_URI_MAX = 1_000
export const REDIRECT_URIS_MAX = 20
/** A document that describes an assistant: bytes, time to read it, and how long it may be kept at most. */
export const ASSISTANT_DOCUMENT = { bytes: 10 * 1024, timeoutMs: 5_000, keptMs: 24 * 60 * 60 * 1000 } as const
/** Characters of an authorization request's query. */
export const AUTHORIZATION_QUERY_MAX = 8_192

/** A mail as it comes in, in bytes. */
export const MAIL_BYTES_MAX = 25 * 1024 * 1024

/** How long a shop may take to do something with an order; after how long an action of which nobody wrote the end is unknown. */
export const ORDER_ACTION_MS = 15_000
export const ORDER_ACTION_SETTLES_MS = 30_000
/** Characters of a reason that goes to the shop, of one line of an address, and of the shop's words that are kept. */
export const ORDER_ACTION_MAX = { reason: 500, line: 200, detail: 500, items: 100, quantity: 10_000 } as const

/** The largest amount up to which order actions of the AI agent may need no approval. */
export const ALLOWED_AMOUNT_MAX = 1_000_000
/** Approvals of a conversation that are listed, and characters of the customer's words that one keeps. */
export const APPROVALS_SHOWN = 20
export const APPROVAL_REASON_MAX = 500

/** HTTP actions of a store's own, and characters of what an admin writes of one. */
export const CUSTOM_ACTIONS_MAX = 15
export const CUSTOM_ACTION_MAX = {
  name: 64,
  description: 500,
  url: 2_000,
  authName: 100,
  secret: 1_000,
  parameters: 10,
  parameterName: 40,
  parameterDescription: 200,
  body: 4_000,
  answer: 1_000,
} as const
/** Characters of one value that goes into a request, and of the customer's answer. */
export const CUSTOM_ACTION_VALUE_MAX = 1_000
export const CUSTOM_ACTION_TOLD_MAX = 1_200
/** How long an address may take, bytes of its answer, and after how long a run of which nobody wrote the end is unknown. */
export const CUSTOM_ACTION_MS = 10_000
export const CUSTOM_ACTION_BYTES_MAX = 64 * 1024
export const CUSTOM_ACTION_SETTLES_MS = 30_000
/** Runs of all of a store's actions together. */
export const CUSTOM_ACTION_RUNS_PER_MINUTE = 120
export const CUSTOM_ACTION_RUNS_PAGE = { default: 20, max: 100 } as const
export const CUSTOM_ACTION_RUNS_KEPT_MS = 30 * 24 * 60 * 60 * 1000

/** The most sample data that one call makes. */
export const SAMPLE_DATA_MAX = { contacts: 1_000_000, conversations: 1_000_000, messagesPerConversation: 1_000 }

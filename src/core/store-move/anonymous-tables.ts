import { nullPrototypeRecord } from '#base/null-prototype-record.ts'
/** How a value is replaced. `keep` and `null` say what they do; `json` by the names in it. */
export type Replacement =
  | 'keep'
  | 'null'
  | 'empty'
  | 'no files'
  | 'no list'
  | 'name'
  | 'email'
  | 'phone'
  | 'ip'
  | 'id'
  | 'text'
  | 'json'
  | 'settings'

type TableRule = 'kept' | 'left out' | Record<string, Replacement>

const keep = (...names: string[]): Record<string, Replacement> =>
  Object.fromEntries(names.map((name) => [name, 'keep']))

/**
 * What an anonymous export has of each table. Of a table with columns, numbers and times stay, and each other column is
 * named; `anonymous.test.ts` finds what is missing here. Left out is what consists of texts and
 * addresses, what acts by itself, and every credential.
 */
export const ANONYMOUS_TABLES = nullPrototypeRecord<TableRule>({
  shops: { ...keep('app_id', 'name', 'plan', 'owner_id'), settings: 'settings', mail_look: 'null' },
  shop_counters: 'kept',
  api_keys: 'left out',
  audit_log: 'left out',
  members: {
    ...keep('id', 'role', 'languages'),
    email: 'email',
    email_key: 'email',
    first_name: 'name',
    last_name: 'name',
    full_name: 'name',
    avatar_url: 'empty',
    password_hash: 'null',
  },
  second_factors: 'left out',
  canned_replies: { ...keep('id', 'member_id', 'shortcut', 'actions', 'updated_by'), text: 'text', files: 'no files' },
  saved_views: 'left out',
  contacts: {
    ...keep(
      'id',
      'platform_id',
      'type',
      'channels',
      'tags',
      'browser',
      'browser_version',
      'os',
      'device_type',
      'merged_into',
    ),
    name: 'name',
    first_name: 'name',
    last_name: 'name',
    email: 'email',
    email_key: 'email',
    phone: 'phone',
    note: 'text',
    custom_attributes: 'null',
    address1: 'null',
    address2: 'null',
    city: 'null',
    zip: 'null',
    country: 'null',
    country_code: 'null',
    ip_address: 'ip',
    ip_location: 'null',
  },
  data_requests: 'kept',
  segments: 'left out',
  merge_undo_log: 'left out',
  conversations: {
    ...keep('id', 'firestore_id', 'datastore', 'session_id', 'contact_id', 'customer_type', 'status', 'channel'),
    ...keep('channels', 'tags', 'member_id', 'team_id', 'hide_pre_chat_message', 'first_reply_by', 'resolved_by'),
    ...keep('snoozed_by', 'merged_into', 'priority', 'awaiting_reply_kind', 'due_for', 'status_before_spam'),
    ...keep('campaign_key'),
    customer_name: 'name',
    customer_email: 'email',
    email_key: 'email',
    last_message: 'json',
  },
  conversation_tags: 'kept',
  tags: 'kept',
  conversation_notes: { ...keep('id', 'conversation_id'), text: 'text' },
  conversation_attributes: { ...keep('id', 'conversation_id', 'name'), value: 'text' },
  conversation_summaries: { ...keep('conversation_id'), text: 'text' },
  messages: {
    ...keep(
      'conversation_id',
      'id',
      'client_id',
      'sender_type',
      'member_id',
      'content_type',
      'chatbot_products',
      'chatbot_faqs',
    ),
    sender_name: 'name',
    text: 'text',
    topic: 'text',
    files: 'no files',
    reply_message: 'json',
    original: 'null',
    formatting: 'null',
  },
  scheduled_replies: 'left out',
  events: 'left out',
  webhook_subscriptions: 'left out',
  webhook_event_types: 'left out',
  visitors: 'left out',
  page_views: 'left out',
  page_context: 'left out',
  tracked_events: 'left out',
  identity_secrets: 'left out',
  campaign_counts: 'kept',
  uploads: 'left out',
  products: 'kept',
  product_variants: 'kept',
  size_guides: 'kept',
  collections: 'kept',
  discounts: 'kept',
  orders: { ...keep('id', 'contact_id'), email_key: 'email', data: 'json' },
  order_tracking: 'left out',
  carts: { ...keep('id', 'currency', 'discount_codes'), note: 'text' },
  cart_lines: 'kept',
  articles: 'kept',
  article_vectors: 'kept',
  search_postings: 'kept',
  spelling_index: 'kept',
  channel_accounts: {
    ...keep('id', 'channel', 'state', 'business_id', 'sign_in_provider'),
    name: 'name',
    address: 'email',
    external_id: 'email',
    proof: 'null',
    secret: 'null',
    send_error: 'null',
    receive_error: 'null',
    progress: 'null',
  },
  channel_identities: { ...keep('account_id', 'contact_id'), external_id: 'id' },
  channel_threads: { ...keep('conversation_id', 'account_id'), recipient: 'id', subject: 'text', copies: 'no list' },
  channel_messages: { ...keep('account_id', 'conversation_id', 'message_id', 'direction'), external_id: 'id' },
  channel_outbound: 'left out',
  channel_templates: 'left out',
  original_emails: 'left out',
  unread_reply_emails: 'left out',
  mailed_addresses: 'left out',
  shop_connections: 'left out',
  shop_record_versions: 'left out',
  order_actions: {
    ...keep(
      'order_id',
      'connection_id',
      'platform_id',
      'kind',
      'amount',
      'currency_code',
      'member_id',
      'conversation_id',
      'state',
    ),
    detail: 'text',
  },
  ai_decisions: 'kept',
  ai_usage: 'kept',
  rules: 'left out',
  rule_jobs: 'left out',
  rule_inactivity_timers: 'left out',
  rule_runs: 'left out',
  teams: 'kept',
  reply_targets: 'kept',
  target_results: 'kept',
  notifications: 'kept',
  notification_preferences: 'kept',
  push_settings: 'kept',
  email_signatures: 'left out',
  spam_senders: 'left out',
  message_translations: 'left out',
  translated_conversations: 'kept',
  rating_requests: 'kept',
  drafts: 'left out',
  idempotent_calls: 'left out',
  imported_records: 'left out',
})

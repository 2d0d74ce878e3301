/**
 * The columns that whole conversations are written with, and their types, for `insertRows`: rows name them in camelCase
 * and have to give all that have no null.
 */

const TIMES = { created_at: 'timestamptz', updated_at: 'timestamptz' }

export const CONVERSATION = {
  id: 'text',
  firestore_id: 'text',
  pg_convo_id: 'bigint',
  datastore: 'text',
  session_id: 'text',
  contact_id: 'text',
  customer_name: 'text',
  customer_email: 'text',
  email_key: 'text',
  customer_type: 'text',
  status: 'text',
  channel: 'text',
  channels: 'text[]',
  tags: 'text[]',
  member_id: 'text',
  is_chat_bot: 'boolean',
  has_chat_bot: 'boolean',
  is_read: 'boolean',
  is_customer_read: 'boolean',
  is_online: 'boolean',
  is_block: 'boolean',
  is_starred: 'boolean',
  has_first_msg: 'boolean',
  is_playground: 'boolean',
  is_redacted: 'boolean',
  hide_pre_chat_message: 'text',
  message_count: 'integer',
  last_message: 'json',
  last_customer_at: 'timestamptz',
  last_position: 'bigint',
  last_active: 'timestamptz',
  resolved_at: 'timestamptz',
  resolved_by: 'text',
  ...TIMES,
}

export const MESSAGE = {
  conversation_id: 'text',
  position: 'bigint',
  id: 'text',
  sender_type: 'text',
  sender_name: 'text',
  member_id: 'text',
  text: 'text',
  content_type: 'text',
  is_admin: 'boolean',
  is_automated: 'boolean',
  is_bot: 'boolean',
  is_note: 'boolean',
  is_first: 'boolean',
  is_transfer: 'boolean',
  is_quick_reply_msg: 'boolean',
  is_ask_bot_message: 'boolean',
  is_deleted: 'boolean',
  topic: 'text',
  chatbot_products: 'json',
  chatbot_faqs: 'json',
  files: 'json',
  reply_message: 'json',
  created_at: 'timestamptz',
}

export const NOTE = {
  conversation_id: 'text',
  id: 'text',
  text: 'text',
  is_updated: 'boolean',
  ...TIMES,
}

export const ATTRIBUTE = {
  conversation_id: 'text',
  id: 'text',
  name: 'text',
  value: 'text',
  ...TIMES,
}

export const PAGE = { session_id: 'text', id: 'text', url: 'text', title: 'text', viewed_at: 'timestamptz' }

export const SUMMARY = { conversation_id: 'text', text: 'text', ...TIMES }

import { createLogger } from '../src/base/logger.ts'
import { operatorCaller } from '../src/core/caller.ts'
import { createKey, deleteKey, listKeys } from '../src/core/stores/api-keys.ts'
import { createStore } from '../src/core/stores/stores.ts'
import type { Database, Param } from '../src/database/database.ts'
import { openDatabase } from '../src/database/open.ts'
import { refreshStatistics } from '../src/database/statistics.ts'
import { ensureDatabase } from './database.ts'
import { benchSecrets } from './secrets.ts'

export interface Sizes {
  conversations: number
  messagesEach: number
  otherStores: number
  otherConversations: number
}

/** One store of twenty is large. */
export const SIZES: Sizes = { conversations: 200_000, messagesEach: 10, otherStores: 19, otherConversations: 1_000 }
/** What the embedded database is measured with. */
export const EMBEDDED_SIZES: Sizes = {
  conversations: 20_000,
  messagesEach: 10,
  otherStores: 19,
  otherConversations: 100,
}

/** Messages of the one long thread, `conversation-1`. */
export const LONG_THREAD = 2_000

export interface BenchStore {
  shopId: string
  key: string
  memberId: string
}

/** Place of the measured data: a PostgreSQL server's database, or a directory of the embedded one. */
export interface Place {
  databaseUrl?: string
  dataDir?: string
}

/**
 * Fills a database by plain SQL: people's names, texts in several scripts, all channels and states, the counts and
 * last messages that belong to them. A database that is filled already is used again. No service may be running on it.
 */
export async function prepareData(place: Place, sizes: Sizes = SIZES): Promise<BenchStore> {
  const { databaseUrl, dataDir = '' } = place
  if (databaseUrl) await ensureDatabase(databaseUrl)
  const database = await openDatabase({ databaseUrl, dataDir, secrets: benchSecrets(), logger: createLogger('silent') })
  try {
    const name = `bench ${sizes.conversations}x${sizes.messagesEach}`
    const [known] = await database.system.query<{ shopId: string }>('select shop_id from shops where name = $1', [name])
    const shopId = known?.shopId ?? (await fill(database, name, sizes))
    const caller = operatorCaller(database, shopId)
    const [member] = await caller.shop.query<{ id: string }>('select id from members where shop_id = $1 limit 1')
    for (const { id } of await listKeys(caller)) await deleteKey(caller, id)
    const { key } = await createKey(caller, 'bench')
    return { shopId, key, memberId: member?.id as string }
  } finally {
    await database.close()
  }
}

async function fill(database: Database, name: string, sizes: Sizes): Promise<string> {
  for (let i = 0; i < sizes.otherStores; i++) {
    await makeStore(database, `bench other ${i}`, sizes.otherConversations, sizes.messagesEach)
  }
  return makeStore(database, name, sizes.conversations, sizes.messagesEach)
}

/** Many small stores, filled once, each with `conversation-1` to `conversation-20`; answers a key of each. */
export async function prepareStores({ databaseUrl = '' }: Place, count: number): Promise<string[]> {
  await ensureDatabase(databaseUrl)
  const logger = createLogger('silent')
  const database = await openDatabase({ databaseUrl, dataDir: '', secrets: benchSecrets(), logger })
  try {
    const named = "select shop_id from shops where name like 'bench small %' order by created_at limit $1"
    const known = await database.system.query<{ shopId: string }>(named, [count])
    const ids = known.map(({ shopId }) => shopId)
    const keys: string[] = []
    let any = ''
    const one = async () => {
      while (keys.length < count) {
        const n = keys.push('') - 1
        const shopId = ids[n] ?? (await makeStore(database, `bench small ${n}`, 20, 10, false))
        any = shopId
        const caller = operatorCaller(database, shopId)
        for (const { id } of await listKeys(caller)) await deleteKey(caller, id)
        keys[n] = (await createKey(caller, 'bench')).key
      }
    }
    await Promise.all(Array.from({ length: 8 }, one))
    await refreshStatistics(database.shop(any))
    return keys
  } finally {
    await database.close()
  }
}

const TEXTS = [
  'Where is my order? The tracking page has not changed for three days.',
  'Hallo, passt die Größe M auch bei breiten Schultern?',
  '注文した商品の色を変更できますか？',
  'Thanks a lot, that solved it 🎉',
  'Is the blue one back in stock soon? I would like two of them, please.',
]

/** Conversations written by one statement, so that none takes long. */
const CHUNK = 10_000

async function makeStore(
  database: Database,
  name: string,
  conversations: number,
  each: number,
  isLarge = true,
): Promise<string> {
  const owner = { email: `${name.replaceAll(' ', '-')}@example.com`, password: 'not used by anyone' }
  const made = await createStore(database, { name, plan: 'pro', ...(isLarge && { owner }) })
  const shop = database.shop(made.store.shopId)
  const member = made.owner?.memberId ?? null
  const contacts = Math.ceil(conversations / 10)
  const write = (sql: string, params: Param[]) => shop.query(sql, params)
  await write(
    `insert into contacts (shop_id, id, type, name, email, email_key, channels, created_at)
     select $1, 'contact-' || i, 'customer', 'Zoë Müller ' || i, 'zoe' || i || '@example.com', 'zoe' || i || '@example.com',
       array['online_store'], now() - i * interval '1 minute'
     from generate_series(1, $2::int) i`,
    [contacts],
  )
  await write('update shop_counters set pg_convo_id = $2, contact_count = $3 where shop_id = $1', [
    conversations,
    contacts,
  ])
  for (let from = 1; from <= conversations; from += CHUNK) {
    const to = Math.min(conversations, from + CHUNK - 1)
    await write(
      `insert into conversations (shop_id, id, pg_convo_id, contact_id, customer_name, customer_email, email_key,
         customer_type, status, channel, channels, tags, member_id, is_read, has_first_msg, message_count, last_message,
         last_customer_at, last_position, last_active, created_at, updated_at)
       select $1, 'conversation-' || i, i, 'contact-' || (i % $2::int + 1), 'Zoë Müller', 'zoe@example.com',
         'zoe@example.com', 'customer', case when i % 10 = 0 then 'open' else 'resolved' end,
         (array['online_store', 'online_store', 'email', 'social_messenger', 'photo_social', 'phone_messenger'])[i % 6 + 1],
         array['online_store'], array['vip', 'shipping'], case when i % 3 = 0 then $3 end, i % 7 <> 0, true, $4::int,
         json_build_object('text', ($5::text[])[i % 5 + 1], 'senderType', 'customer', 'createdAt', '2026-01-01T00:00:00.000Z'),
         now(), $4::int, now() - i * interval '31 seconds', now() - i * interval '1 minute', now() - i * interval '31 seconds'
       from generate_series($6::int, $7::int) i`,
      [contacts, member, each, TEXTS, from, to],
    )
    await write(
      `insert into messages (shop_id, conversation_id, position, id, sender_type, sender_name, member_id, text, is_admin, created_at)
       select $1, 'conversation-' || i, m, 'message-' || i || '-' || m, case when m % 2 = 1 then 'customer' else 'agent' end,
         'Zoë Müller', case when m % 2 = 0 then $2 end, ($3::text[])[(i + m) % 5 + 1], m % 2 = 0,
         now() - i * interval '31 seconds' + m * interval '1 second'
       from generate_series($4::int, $5::int) i, generate_series(1, $6::int) m`,
      [member, TEXTS, from, to, each],
    )
    if (from === 1 && isLarge) await refreshStatistics(shop)
  }
  if (!isLarge) return shop.shopId
  await write(
    `insert into messages (shop_id, conversation_id, position, id, sender_type, sender_name, text, created_at)
     select $1, 'conversation-1', m, 'long-' || m, 'customer', 'Zoë Müller', ($2::text[])[m % 5 + 1], now() + m * interval '1 ms'
     from generate_series($3::int, $4::int) m`,
    [TEXTS, each + 1, LONG_THREAD],
  )
  await write("update conversations set last_position = $2 where shop_id = $1 and id = 'conversation-1'", [LONG_THREAD])
  await refreshStatistics(shop)
  return shop.shopId
}

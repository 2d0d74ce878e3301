import postgres from 'postgres'
import { startService } from './service.ts'

/** Sizes of the measured database: one store of twenty is large. */
export const SIZES = { conversations: 200_000, messagesEach: 10, otherStores: 19, otherConversations: 1_000 }

export interface BenchStore {
  shopId: string
  key: string
  memberId: string
}

/**
 * Fills a database by plain SQL: people's names, texts in several scripts, all channels and states, the counts and
 * last messages that belong to them. A database that is filled already is used again.
 */
export async function prepareData(databaseUrl: string, sizes = SIZES): Promise<BenchStore> {
  const service = await startService({ DATABASE_URL: databaseUrl })
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  try {
    await sql`set app.shop_id = '*'`
    const name = `bench ${sizes.conversations}x${sizes.messagesEach}`
    const [known] = await sql`select shop_id from shops where name = ${name}`
    const shopId = known?.shop_id ?? (await fill(service, sql, name, sizes))
    const [{ id: memberId }] = (await sql`select id from members where shop_id = ${shopId} limit 1`) as never as [
      { id: string },
    ]
    for (const { id } of await service.operator<{ id: string }[]>('GET', `/stores/${shopId}/keys`)) {
      await service.operator('DELETE', `/stores/${shopId}/keys/${id}`)
    }
    const { key } = await service.operator<{ key: string }>('POST', `/stores/${shopId}/keys`, { name: 'bench' })
    return { shopId, key, memberId }
  } finally {
    await sql.end()
    await service.stop()
  }
}

type Service = Awaited<ReturnType<typeof startService>>

async function fill(service: Service, sql: postgres.Sql, name: string, sizes: typeof SIZES): Promise<string> {
  const make = async (storeName: string, conversations: number) => {
    const owner = { email: `owner@${Math.random().toString(36).slice(2)}.example` }
    const store = await service.operator<{ shopId: string; owner: { memberId: string } }>('POST', '/stores', {
      name: storeName,
      plan: 'pro',
      owner,
    })
    await fillStore(sql, store.shopId, store.owner.memberId, conversations, sizes.messagesEach)
    return store.shopId
  }
  for (let i = 0; i < sizes.otherStores; i++) await make(`bench other ${i}`, sizes.otherConversations)
  const shopId = await make(name, sizes.conversations)
  await sql`vacuum analyze`
  return shopId
}

const TEXTS = [
  'Where is my order? The tracking page has not changed for three days.',
  'Hallo, passt die Größe M auch bei breiten Schultern?',
  '注文した商品の色を変更できますか？',
  'Thanks a lot, that solved it 🎉',
  'Is the blue one back in stock soon? I would like two of them, please.',
]

async function fillStore(
  sql: postgres.Sql,
  shop: string,
  member: string,
  conversations: number,
  each: number,
): Promise<void> {
  const contacts = Math.ceil(conversations / 10)
  await sql`
    insert into contacts (shop_id, id, type, name, email, email_key, channels, created_at)
    select ${shop}, 'contact-' || i, 'customer', 'Zoë Müller ' || i, 'zoe' || i || '@example.com', 'zoe' || i || '@example.com',
           array['online_store'], now() - i * interval '1 minute'
    from generate_series(1, ${contacts}) i`
  await sql`update shop_counters set pg_convo_id = ${conversations}, contact_count = ${contacts} where shop_id = ${shop}`
  await sql`
    insert into conversations (shop_id, id, pg_convo_id, contact_id, customer_name, customer_email, email_key, customer_type,
      status, channel, channels, tags, member_id, is_read, has_first_msg, message_count, last_message, last_customer_at,
      last_position, last_active, created_at, updated_at)
    select ${shop}, 'conversation-' || i, i, 'contact-' || (i % ${contacts} + 1), 'Zoë Müller', 'zoe@example.com', 'zoe@example.com',
      'customer', case when i % 10 = 0 then 'open' else 'resolved' end,
      (array['online_store', 'online_store', 'email', 'social_messenger', 'photo_social', 'phone_messenger'])[i % 6 + 1],
      array['online_store'], array['vip', 'shipping'], case when i % 3 = 0 then ${member} end, i % 7 <> 0, true, ${each},
      json_build_object('text', (${TEXTS}::text[])[i % 5 + 1], 'senderType', 'customer', 'createdAt', '2026-01-01T00:00:00.000Z'),
      now(), ${each}, now() - i * interval '31 seconds', now() - i * interval '1 minute', now() - i * interval '31 seconds'
    from generate_series(1, ${conversations}) i`
  await sql`
    insert into messages (shop_id, conversation_id, position, id, sender_type, sender_name, member_id, text, is_admin, created_at)
    select ${shop}, 'conversation-' || i, m, 'message-' || i || '-' || m, case when m % 2 = 1 then 'customer' else 'agent' end,
      'Zoë Müller', case when m % 2 = 0 then ${member} end, (${TEXTS}::text[])[(i + m) % 5 + 1], m % 2 = 0,
      now() - i * interval '31 seconds' + m * interval '1 second'
    from generate_series(1, ${conversations}) i, generate_series(1, ${each}) m`
  // One long thread, for pages of 50 and deep pages.
  await sql`
    insert into messages (shop_id, conversation_id, position, id, sender_type, sender_name, text, created_at)
    select ${shop}, 'conversation-1', m, 'long-' || m, 'customer', 'Zoë Müller', (${TEXTS}::text[])[m % 5 + 1], now() + m * interval '1 ms'
    from generate_series(${each + 1}, 2000) m`
  await sql`update conversations set last_position = 2000 where shop_id = ${shop} and id = 'conversation-1'`
}

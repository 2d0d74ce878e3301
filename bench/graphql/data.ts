import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { startService } from '../service.ts'

export const CONTACTS = 200_000

export interface GraphqlStore {
  shopId: string
  appId: string
  key: string
}

/** A store of 200,000 contacts whose fields are filled as a busy shop's are. A database that has it is used again. */
export async function prepareContacts(databaseUrl: string): Promise<GraphqlStore> {
  const service = await startService({ DATABASE_URL: databaseUrl })
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  try {
    await sql`set app.shop_id = '*'`
    const [known] = await sql`select shop_id, app_id from shops where name = 'bench graphql'`
    const { shopId, appId } = known
      ? { shopId: known.shop_id, appId: known.app_id }
      : await service.operator<GraphqlStore>('POST', '/stores', { name: 'bench graphql', plan: 'pro' })
    if (!known) await fill(sql, shopId)
    for (const { id } of await service.operator<{ id: string }[]>('GET', `/stores/${shopId}/keys`)) {
      await service.operator('DELETE', `/stores/${shopId}/keys/${id}`)
    }
    const name = `bench ${randomBytes(4).toString('hex')}`
    const { key } = await service.operator<{ key: string }>('POST', `/stores/${shopId}/keys`, { name })
    return { shopId, appId, key }
  } finally {
    await sql.end()
    await service.stop()
  }
}

async function fill(sql: postgres.Sql, shopId: string): Promise<void> {
  await sql`
    insert into contacts (shop_id, id, platform_id, type, name, first_name, last_name, email, email_key, phone, channels,
      orders_count, total_spent, ip_address, ip_location, last_chat_at, created_at, updated_at)
    select ${shopId}, gen_random_uuid()::text, 'gid://platform/Customer/' || i, (array['customer', 'guest', 'anonymous'])[i % 3 + 1],
      'Zoë Müller ' || i, 'Zoë', 'Müller ' || i, 'zoe' || i || '@example.com', 'zoe' || i || '@example.com', '+49301234' || i,
      (array['{online_store}', '{email,online_store}', '{}']::text[])[i % 3 + 1]::text[], i % 12, (i % 900) * 1.25,
      '203.0.113.' || i % 255, 'Berlin, Germany', now() - i * interval '17 seconds', now() - i * interval '1 minute',
      now() - i * interval '17 seconds'
    from generate_series(1, ${CONTACTS}) i`
  await sql`update shop_counters set contact_count = ${CONTACTS} where shop_id = ${shopId}`
  await sql`vacuum analyze contacts`
}

import postgres from 'postgres'

/** A contact for each of the conversations of `prepareData`, with what segments ask for. What is there already stays. */
export async function addContacts(databaseUrl: string, shopId: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  try {
    await sql`select set_config('app.shop_id', '*', false)`
    const [known] = await sql`select 1 from contacts where shop_id = ${shopId} and id = 'contact-200000'`
    if (known) return
    await sql`insert into contacts (shop_id, id, type, name, email, email_key, channels, created_at)
      select ${shopId}, 'contact-' || i, 'customer', 'Zoë Müller ' || i, 'zoe' || i || '@example.com',
        'zoe' || i || '@example.com', array['online_store'], now() - i * interval '1 minute'
      from generate_series(20001, 200000) i`
    await sql`update conversations set contact_id = 'contact-' || substr(id, 14)
      where shop_id = ${shopId} and id like 'conversation-%'`
    const n = sql`substr(id, 9)::bigint`
    await sql`update contacts set orders_count = ${n} % 12, total_spent = (${n} * 7919) % 3000,
        type = (array['customer', 'guest', 'anonymous'])[${n} % 3 + 1],
        last_chat_at = now() - ${n}::int * interval '31 seconds',
        country_code = (array['DE', 'US', 'GB', 'FR'])[${n} % 4 + 1],
        tags = case when ${n} % 9999 = 77 then array['vip'] end
      where shop_id = ${shopId} and id like 'contact-%'`
    await sql`vacuum full analyze contacts`
    await sql`vacuum analyze conversations`
  } finally {
    await sql.end()
  }
}

import postgres from 'postgres'

/** Filters with few and only old conversations: these take a list the longest. */
export const RARE = { team: 'bench-team-rare', member: 'bench-member-0', tag: 'rare' }
export const COMMON = { team: 'bench-team', tag: 'vip' }

/**
 * Gives the conversations of `prepareData` what lists are narrowed by: each with a value that most have and one that some
 * twenty of the oldest have. What is there already stays.
 */
export async function addVariety(databaseUrl: string, shopId: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  try {
    await sql`select set_config('app.shop_id', '*', false)`
    const [known] = await sql`select 1 from teams where shop_id = ${shopId} and id = ${RARE.team}`
    if (known) return
    const n = sql`substr(id, 14)::int`
    const oldest = sql`shop_id = ${shopId} and id like 'conversation-%' and ${n} > 190000`
    for (const id of [COMMON.team, RARE.team]) {
      await sql`insert into teams (shop_id, id, name, emoji, member_ids, assignment, receives_new, receives_handoffs, created_at, updated_at)
        values (${shopId}, ${id}, ${id}, '', '{}', 'by_hand', false, false, now(), now())`
    }
    await sql`update conversations set team_id = ${COMMON.team} where shop_id = ${shopId} and ${n} % 2 = 0`
    await sql`update conversations set team_id = ${RARE.team} where ${oldest} and ${n} % 500 = 1`
    await sql`update conversations set member_id = ${RARE.member} where ${oldest} and ${n} % 500 in (2, 10)`
    await sql`update conversations set channel = 'online_store' where shop_id = ${shopId} and channel = 'photo_social'`
    await sql`update conversations set channel = 'photo_social' where ${oldest} and ${n} % 500 in (3, 20)`
    await sql`update conversations set is_starred = true where ${oldest} and ${n} % 500 in (4, 30)`
    await sql`update conversations set is_chat_bot = true, has_chat_bot = true, member_id = null
      where ${oldest} and ${n} % 500 in (5, 40)`
    await sql`update conversations set snoozed_until = now() + interval '1 day' where ${oldest} and ${n} % 500 = 50`
    await sql`insert into conversation_tags (shop_id, tag, conversation_id)
      select shop_id, t, id from conversations, unnest(tags) t where shop_id = ${shopId} on conflict do nothing`
    await sql`insert into conversation_tags (shop_id, tag, conversation_id)
      select shop_id, ${RARE.tag}, id from conversations where ${oldest} and ${n} % 500 in (6, 60)`
    await sql`insert into conversation_attributes (shop_id, id, conversation_id, name, value, created_at, updated_at)
      select shop_id, 'rating-' || id, id, 'Rating', (case when ${n} % 9999 = 0 then 1 else 5 end)::text, now(), now()
      from conversations where shop_id = ${shopId} and ${n} % 9 = 0 on conflict do nothing`
    await sql`delete from messages where shop_id = ${shopId} and sender_type = 'agent'
      and conversation_id in (select id from conversations where ${oldest} and ${n} % 500 in (8, 80))`
    await sql`update conversations set first_reply_by = null where ${oldest} and ${n} % 500 in (8, 80)`
    await sql`vacuum analyze`
  } finally {
    await sql.end()
  }
}

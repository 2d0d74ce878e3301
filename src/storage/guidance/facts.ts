import type { Queries } from '#database/database.ts'

/** What conditions of guidance look at beside the turn itself. */
export interface GuidanceFactsRow {
  contactId: string | null
  customerType: string
  tags: string[]
  contactTags: string[]
  /** Attributes of the contact, followed by the conversation's. */
  attributes: { name: string; value: string }[]
  page: string | null
}

/** In one statement; undefined where the conversation was deleted. */
export async function readGuidanceFacts(shop: Queries, conversationId: string): Promise<GuidanceFactsRow | undefined> {
  const [row] = await shop.query<GuidanceFactsRow>(
    `select c.contact_id, c.customer_type, coalesce(c.tags, '{}') as tags, coalesce(p.tags, '{}') as contact_tags,
       (select coalesce(json_agg(json_build_object('name', a.name, 'value', a.value)), '[]') from (
          select key as name, value from json_each_text(coalesce(p.custom_attributes, '{}')::json)
          union all
          select name, value from conversation_attributes where shop_id = $1 and conversation_id = c.id) a) as attributes,
       case when c.channel = 'online_store' then (select url from page_views where shop_id = $1 and session_id = c.session_id
         order by viewed_at desc, id desc limit 1) end as page
     from conversations c left join contacts p on p.shop_id = $1 and p.id = c.contact_id
     where c.shop_id = $1 and c.id = $2`,
    [conversationId],
  )
  return row
}

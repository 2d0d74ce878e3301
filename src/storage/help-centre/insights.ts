import type { Queries } from '#database/database.ts'

/** What help articles did, and what they lack. */

export interface ReadFigures {
  articleId: string
  title: string
  locale: string | null
  views: number
  helpful: number
  notHelpful: number
}

/** What readers made of the articles since a day: the most viewed `limit`. */
export function listReadFigures(shop: Queries, since: string, limit: number): Promise<ReadFigures[]> {
  return shop.query(
    `select a.id as article_id, a.data->>'question' as title, a.locale, f.views, f.helpful, f.not_helpful
     from (
       select article_id, sum(views)::int as views, sum(helpful)::int as helpful, sum(not_helpful)::int as not_helpful
       from article_figures where shop_id = $1 and day >= $2 group by article_id) f
     join articles a on a.shop_id = $1 and a.id = f.article_id
     order by f.views desc, f.not_helpful desc, a.id limit $3`,
    [since, limit],
  )
}

export interface AgentFigures {
  articleId: string
  title: string
  locale: string | null
  /** Conversations in which the AI agent answered with the article, and those that ended with that. */
  answered: number
  ended: number
}

/** What the AI agent did with articles since a time; `settledBefore`: customers who wrote nothing since then are content. */
export function listAgentFigures(
  shop: Queries,
  since: Date,
  settledBefore: Date,
  limit: number,
): Promise<AgentFigures[]> {
  return shop.query(
    `select a.id as article_id, a.data->>'question' as title, a.locale, u.answered, u.ended from (
       select faq.value->>'id' as id, count(distinct d.conversation_id)::int as answered,
         (count(distinct d.conversation_id) filter (where c.first_reply_by is null and c.last_customer_at <= d.created_at
           and (c.status = 'resolved' or d.created_at < $3)))::int as ended
       from ai_decisions d
       join conversations c on c.shop_id = $1 and c.id = d.conversation_id and not c.is_playground and c.status_before_spam is null
       join messages m on m.shop_id = $1 and m.id = d.message_id and m.conversation_id = d.conversation_id
       cross join lateral json_array_elements(m.chatbot_faqs) faq
       where d.shop_id = $1 and d.created_at > $2 and d.act = 'answer' group by 1) u
     join articles a on a.shop_id = $1 and a.id = u.id
     order by u.answered desc, a.id limit $4`,
    [since, settledBefore, limit],
  )
}

export interface EmptySearch {
  term: string
  locale: string
  times: number
}

/** What readers searched for since a day whose last search found nothing, most often first. */
export function listEmptySearches(shop: Queries, since: string, limit: number): Promise<EmptySearch[]> {
  return shop.query(
    `select term, locale, sum(times)::int as times from help_searches where shop_id = $1 and day >= $2
     group by term, locale having (array_agg(hits order by day desc))[1] = 0
     order by sum(times) desc, term limit $3`,
    [since, limit],
  )
}

export interface SolvedByHand {
  conversationId: string
  question: string
  answer: string
}

/** What customers asked first, and the longest that a member answered, in conversations that were resolved since then, newest first. */
export function listSolvedByHand(shop: Queries, since: Date, limit: number): Promise<SolvedByHand[]> {
  const said = 'm.shop_id = $1 and m.conversation_id = c.id and not m.is_note and not m.is_deleted'
  return shop.query(
    `select c.id as conversation_id, left(q.text, 500) as question, left(r.text, 5000) as answer from (
       select id, resolved_at from conversations
       where shop_id = $1 and status = 'resolved' and resolved_at > $2 and first_reply_by is not null
         and not is_playground and not is_redacted and status_before_spam is null
       order by resolved_at desc, id limit $3) c
     join lateral (
       select m.text, m.position from messages m where ${said} and m.sender_type = 'customer' and m.text <> ''
       order by m.position limit 1) q on true
     join lateral (
       select m.text from messages m
       where ${said} and m.sender_type = 'agent' and not m.is_bot and not m.is_automated and not m.is_transfer
         and m.text <> '' and m.position > q.position
       order by length(m.text) desc, m.position limit 1) r on true
     order by c.resolved_at desc, c.id`,
    [since, limit],
  )
}

/** Titles of a store's articles, drafts included. */
export async function listArticleTitles(shop: Queries, limit: number): Promise<string[]> {
  const rows = await shop.query<{ title: string }>(
    `select data->>'question' as title from articles where shop_id = $1 order by id desc limit $2`,
    [limit],
  )
  return rows.map(({ title }) => title)
}

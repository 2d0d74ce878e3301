import type { Queries } from '#database/database.ts'

/** A question, and what the AI agent is to do about it (migrations/0067). */
export interface AiExample {
  id: string
  question: string
  /** The article that answers it; null: the AI agent is not to answer. */
  articleId: string | null
  /** That article's title. */
  articleTitle: string | null
  /** The conversation in which a customer asked it; null: a member wrote it. */
  conversationId: string | null
  createdBy: string | null
  createdAt: Date
}

/** All of a store's, newest first: their number is limited. */
export function listExamples(shop: Queries): Promise<AiExample[]> {
  return shop.query(
    `select e.id, e.question, e.article_id, a.data->>'question' as article_title, e.conversation_id, e.created_by, e.created_at
     from ai_examples e left join articles a on a.shop_id = $1 and a.id = e.article_id
     where e.shop_id = $1 order by e.created_at desc, e.id desc`,
  )
}

export async function countExamples(shop: Queries): Promise<number> {
  const [row] = await shop.query<{ count: number }>('select count(*)::int as count from ai_examples where shop_id = $1')
  return row?.count ?? 0
}

export async function insertExample(tx: Queries, example: Omit<AiExample, 'articleTitle'>): Promise<void> {
  const { id, question, articleId, conversationId, createdBy, createdAt } = example
  await tx.query(
    `insert into ai_examples (shop_id, id, question, article_id, conversation_id, created_by, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, question, articleId, conversationId, createdBy, createdAt],
  )
}

/** Returns whether there was such an example. */
export async function deleteExample(tx: Queries, id: string): Promise<boolean> {
  const rows = await tx.query('delete from ai_examples where shop_id = $1 and id = $2 returning id', [id])
  return rows.length > 0
}

import type { Queries } from '#database/database.ts'

/** What an article said at a time. */
interface ArticleContent {
  question: string
  answer: string
  body: string | null
  description: string
}

export interface ArticleVersion {
  /** From 1. */
  n: number
  content: ArticleContent
  /** The member who wrote it; null: an import or the shop. */
  editedBy: string | null
  editedAt: Date
}

/** Versions that are kept of an article; older ones go. */
const KEPT_MAX = 100

/** Keeps what an article said until now. */
export async function addArticleVersion(
  tx: Queries,
  articleId: string,
  { content, editedBy, editedAt }: Omit<ArticleVersion, 'n'>,
): Promise<void> {
  const [added] = await tx.query<{ n: number }>(
    `insert into article_versions (shop_id, article_id, n, content, edited_by, edited_at)
     select $1, $2, coalesce(max(v.n), 0) + 1, $3, $4, $5 from article_versions v where v.shop_id = $1 and v.article_id = $2
     returning n`,
    [articleId, content, editedBy, editedAt],
  )
  await tx.query('delete from article_versions where shop_id = $1 and article_id = $2 and n <= $3', [
    articleId,
    (added?.n ?? 0) - KEPT_MAX,
  ])
}

/** All that are kept, newest first. */
export function listArticleVersions(shop: Queries, articleId: string): Promise<ArticleVersion[]> {
  return shop.query(
    `select n, content, edited_by, edited_at from article_versions where shop_id = $1 and article_id = $2 order by n desc`,
    [articleId],
  )
}

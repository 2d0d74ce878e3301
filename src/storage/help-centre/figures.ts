import type { Queries } from '#database/database.ts'

/** What readers of help pages did, by day and without who they were (migrations/0060). */

export interface ArticleFigures {
  views: number
  helpful: number
  notHelpful: number
}

/** Adds to an article's figures of a day; nothing where it was deleted. */
export async function addArticleFigures(
  shop: Queries,
  articleId: string,
  day: Date,
  { views, helpful, notHelpful }: ArticleFigures,
): Promise<void> {
  await shop.query(
    `insert into article_figures as f (shop_id, article_id, day, views, helpful, not_helpful)
     select $1, a.id, $3, $4, $5, $6 from articles a where a.shop_id = $1 and a.id = $2
     on conflict (shop_id, article_id, day) do update set views = f.views + excluded.views,
       helpful = f.helpful + excluded.helpful, not_helpful = f.not_helpful + excluded.not_helpful`,
    [articleId, day.toISOString().slice(0, 10), views, helpful, notHelpful],
  )
}

/** Adds views of a day to articles; those that were deleted are left out. */
export async function addArticleViews(
  shop: Queries,
  day: string,
  views: readonly { articleId: string; views: number }[],
): Promise<void> {
  await shop.query(
    `insert into article_figures as f (shop_id, article_id, day, views)
     select $1, a.id, $2, x.views::integer from unnest($3::text[], $4::text[]) as x (id, views)
     join articles a on a.shop_id = $1 and a.id = x.id order by a.id
     on conflict (shop_id, article_id, day) do update set views = f.views + excluded.views`,
    [day, views.map(({ articleId }) => articleId), views.map((one) => String(one.views))],
  )
}

/** Counts a search; `hits`: articles that it found. */
export async function addHelpSearch(
  shop: Queries,
  { day, locale, term, hits }: { day: Date; locale: string; term: string; hits: number },
): Promise<void> {
  await shop.query(
    `insert into help_searches as s (shop_id, day, locale, term, times, hits) values ($1, $2, $3, $4, 1, $5)
     on conflict (shop_id, day, locale, term) do update set times = s.times + 1, hits = excluded.hits`,
    [day.toISOString().slice(0, 10), locale, term, hits],
  )
}

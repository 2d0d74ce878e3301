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

/** Adds views of a day to articles, given by their ids; those that were deleted are left out. */
export async function addArticleViews(
  shop: Queries,
  day: string,
  views: readonly (readonly [articleId: string, views: number])[],
): Promise<void> {
  await shop.query(
    `insert into article_figures as f (shop_id, article_id, day, views)
     select $1, a.id, $2, x.views::integer from unnest($3::text[], $4::text[]) as x (id, views)
     join articles a on a.shop_id = $1 and a.id = x.id order by a.id
     on conflict (shop_id, article_id, day) do update set views = f.views + excluded.views`,
    [day, views.map(([articleId]) => articleId), views.map(([, count]) => String(count))],
  )
}

export interface CountedSearch {
  locale: string
  term: string
  times: number
  /** Articles that the last of them found. */
  hits: number
}

/** Adds searches of a day; each language and term once. */
export async function addHelpSearches(shop: Queries, day: string, searches: readonly CountedSearch[]): Promise<void> {
  await shop.query(
    `insert into help_searches as s (shop_id, day, locale, term, times, hits)
     select $1, $2, x.locale, x.term, x.times, x.hits
     from json_to_recordset($3::json) as x (locale text, term text, times integer, hits integer) order by x.locale, x.term
     on conflict (shop_id, day, locale, term) do update set times = s.times + excluded.times, hits = excluded.hits`,
    [day, searches],
  )
}

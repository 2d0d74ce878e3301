import type { Queries } from '#database/database.ts'
import type { ImportedFrom } from '#storage/knowledge/articles.ts'

/** Imports of help articles (migrations/0064). */

/** What is imported; the rest of a request (a token) is not kept. */
export type ImportRequest =
  | { kind: 'site'; address: string }
  | { kind: 'zendesk'; address: string; email?: string }
  | { kind: 'intercom'; address: string }
  | { kind: 'files'; fileIds: string[]; names: string[] }
  | { kind: 'shop'; connectionId: string; name: string }

export type ImportState = 'running' | 'done' | 'failed' | 'cancelled' | 'interrupted'

export interface ImportCounts {
  created: number
  updated: number
  unchanged: number
  /** A member has changed them since: they stay as they are. */
  kept: number
  failed: number
}

export interface ImportProblem {
  from: string
  reason: string
}

export interface ImportProgress {
  /** Articles that the source has; null where it does not say. */
  found: number | null
  counts: ImportCounts
  problems: ImportProblem[]
}

export interface ArticleImport extends ImportProgress {
  id: string
  request: ImportRequest
  memberId: string
  state: ImportState
  startedAt: Date
  beatAt: Date
  endedAt: Date | null
}

const COLUMNS = 'id, request, member_id, state, started_at, beat_at, ended_at, found, counts, problems'
/** Imports that are kept; older ones go. */
const KEPT_MAX = 20

/** Notes a new one. Returns whether it may begin: not while another one runs. */
export async function insertArticleImport(tx: Queries, row: ArticleImport): Promise<boolean> {
  const { id, request, memberId, state, startedAt, found, counts, problems } = row
  const inserted = await tx.query(
    `insert into article_imports (shop_id, id, request, member_id, state, started_at, beat_at, found, counts, problems)
     values ($1, $2, $3, $4, $5, $6, $6, $7, $8, $9) on conflict do nothing returning 1`,
    [id, request, memberId, state, startedAt, found, counts, problems],
  )
  await tx.query(
    `delete from article_imports where shop_id = $1 and id in (
       select i.id from article_imports i where i.shop_id = $1 order by i.started_at desc, i.id desc offset $2)`,
    [KEPT_MAX],
  )
  return inserted.length > 0
}

/** Marks running imports as interrupted whose process has said nothing since then. */
export async function endSilentImports(tx: Queries, before: Date): Promise<void> {
  await tx.query(
    `update article_imports set state = 'interrupted', ended_at = beat_at
     where shop_id = $1 and state = 'running' and beat_at < $2`,
    [before],
  )
}

/** Newest first. */
export function listArticleImports(shop: Queries): Promise<ArticleImport[]> {
  return shop.query(
    `select ${COLUMNS} from article_imports where shop_id = $1 order by started_at desc, id desc limit $2`,
    [KEPT_MAX],
  )
}

export async function findArticleImport(shop: Queries, id: string): Promise<ArticleImport | undefined> {
  const [row] = await shop.query<ArticleImport>(
    `select ${COLUMNS} from article_imports where shop_id = $1 and id = $2`,
    [id],
  )
  return row
}

/** Notes how far one is. Returns whether it still runs: it may have been cancelled. */
export async function noteImportProgress(
  shop: Queries,
  id: string,
  { found, counts, problems }: ImportProgress,
  at: Date,
): Promise<boolean> {
  const rows = await shop.query(
    `update article_imports set found = $3, counts = $4, problems = $5, beat_at = $6
     where shop_id = $1 and id = $2 and state = 'running' returning 1`,
    [id, found, counts, problems, at],
  )
  return rows.length > 0
}

/** Ends one that runs. */
export async function endArticleImport(
  shop: Queries,
  id: string,
  state: Exclude<ImportState, 'running'>,
  at: Date,
): Promise<void> {
  await shop.query(
    `update article_imports set state = $3, ended_at = $4 where shop_id = $1 and id = $2 and state = 'running'`,
    [id, state, at],
  )
}

/** An article by where an import read it. */
export async function findArticleFrom(
  shop: Queries,
  from: string,
): Promise<{ id: string; editedBy: string | null; source: ImportedFrom } | undefined> {
  const [row] = await shop.query<{ id: string; editedBy: string | null; source: ImportedFrom }>(
    `select id, edited_by, source from articles where shop_id = $1 and source->>'from' = $2 order by id limit 1`,
    [from],
  )
  return row
}

import { insertRows } from '#database/bulk.ts'
import type { Queries, SystemQueries } from '#database/database.ts'

/** WhatsApp's message templates, as Meta listed them last (migrations/0032). */

export interface TemplateRow<Content> {
  name: string
  language: string
  status: string
  category: string
  content: Content
}

const COLUMNS = 'name, language, status, category, content'

/** Stores what Meta lists of an account; what it no longer lists is deleted. */
export async function replaceTemplates(
  tx: Queries,
  accountId: string,
  templates: TemplateRow<object>[],
  now: Date,
): Promise<void> {
  // The account's row makes two lists that come at once take turns.
  await tx.query('update channel_accounts set templates_at = $3 where shop_id = $1 and id = $2', [accountId, now])
  await tx.query('delete from channel_templates where shop_id = $1 and account_id = $2', [accountId])
  const types = {
    account_id: 'text',
    name: 'text',
    language: 'text',
    status: 'text',
    category: 'text',
    content: 'json',
  }
  const rows = templates.map((template) => ({ accountId, ...template }))
  await insertRows(tx, 'channel_templates', types, rows, 'skip')
}

/** Deletes an account's templates: they were another WhatsApp Business Account's. */
export async function deleteTemplates(tx: Queries, accountId: string): Promise<void> {
  await tx.query('update channel_accounts set templates_at = null where shop_id = $1 and id = $2', [accountId])
  await tx.query('delete from channel_templates where shop_id = $1 and account_id = $2', [accountId])
}

/** Templates whose name or text contains `search`, in any case: those that can be sent first. */
export function listTemplates<Content>(
  shop: Queries,
  accountId: string,
  search: string,
  limit: number,
): Promise<TemplateRow<Content>[]> {
  return shop.query(
    `select ${COLUMNS} from channel_templates
     where shop_id = $1 and account_id = $2
       and ($3 = '' or strpos(name || ' ' || lower(content->>'body'), lower($3)) > 0)
     order by (status = 'APPROVED') desc, name, language limit $4`,
    [accountId, search, limit],
  )
}

/** A template as a reply or a rule names it. */
export interface TemplateChoice {
  name: string
  language: string
  parameters: string[]
}

/** Templates that can be sent, of all accounts, one for each name and language. */
export function listSendableTemplates<Content>(shop: Queries, limit: number): Promise<TemplateRow<Content>[]> {
  return shop.query(
    `select distinct on (name, language) ${COLUMNS} from channel_templates
     where shop_id = $1 and status = 'APPROVED' and content->>'obstacle' is null
     order by name, language, account_id limit $2`,
    [limit],
  )
}

export async function findTemplate<Content>(
  shop: Queries,
  accountId: string,
  { name, language }: { name: string; language: string },
): Promise<TemplateRow<Content> | undefined> {
  const [row] = await shop.query<TemplateRow<Content>>(
    `select ${COLUMNS} from channel_templates
     where shop_id = $1 and account_id = $2 and name = $3 and language = $4`,
    [accountId, name, language],
  )
  return row
}

/** The account's WhatsApp Business Account, and when its templates were listed last. */
export async function findTemplateSource(
  shop: Queries,
  accountId: string,
): Promise<{ businessId: string | null; templatesAt: Date | null } | undefined> {
  const [row] = await shop.query<{ businessId: string | null; templatesAt: Date | null }>(
    'select business_id, templates_at from channel_accounts where shop_id = $1 and id = $2',
    [accountId],
  )
  return row
}

/** The accounts of one WhatsApp Business Account, in whichever stores: each telephone number is one. */
export function listAccountsOfBusiness(
  system: SystemQueries,
  businessId: string,
  limit: number,
): Promise<{ shopId: string; id: string }[]> {
  return system.query(
    `select shop_id, id from channel_accounts where business_id = $1 and state <> 'disconnected' order by created_at limit $2`,
    [businessId, limit],
  )
}

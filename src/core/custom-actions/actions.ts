import { currentTime } from '#base/clock.ts'
import { newId } from '#base/ids.ts'
import { recordAudit } from '#core/audit-log.ts'
import type { Caller } from '#core/caller.ts'
import { requireCursor } from '#core/checks.ts'
import { invalidParams, notFound } from '#core/errors.ts'
import { CUSTOM_ACTIONS_MAX } from '#core/limits.ts'
import type { Queries } from '#database/database.ts'
import {
  type CustomAction,
  deleteCustomAction,
  findCustomAction,
  listCustomActions,
  saveCustomAction,
} from '#storage/custom-actions/actions.ts'
import { isRunCursor, type LoggedRun, listRuns } from '#storage/custom-actions/runs.ts'
import { takeTurn } from '#storage/locks.ts'
import { checkAction } from './action.ts'
import { type ActionNetwork, checkActionUrl } from './network.ts'
import { withoutValues } from './template.ts'

/** The HTTP actions that a store's admins describe. */

export type ActionDraft = Omit<CustomAction, 'id' | 'secret' | 'createdAt' | 'updatedAt'> & {
  /** The token, password or header's value. */
  secret?: string | undefined
}
/** What a change leaves out stays. */
export type ActionChange = { [K in keyof ActionDraft]?: ActionDraft[K] | undefined }

export const listActions = ({ shop }: Caller): Promise<CustomAction[]> => listCustomActions(shop)

/** Describes an action. INVALID_PARAMS for one that could not run, an address that may not be reached, and beyond the limit. */
export async function addAction(
  { shop, actor }: Caller,
  { secret = '', ...draft }: ActionDraft,
  network: ActionNetwork,
): Promise<CustomAction> {
  const now = currentTime()
  const action = tidy({ ...draft, secret, id: newId(), createdAt: now, updatedAt: now })
  checkAction(action)
  await checkActionUrl(exampleOf(action.url), network)
  return shop.transaction(async (tx) => {
    await takeTurn(tx, 'records')
    const others = await listCustomActions(tx)
    if (others.length >= CUSTOM_ACTIONS_MAX)
      throw invalidParams(`A store has at most ${CUSTOM_ACTIONS_MAX} actions; delete one first.`)
    requireOwnName(action, others)
    await saveCustomAction(tx, action)
    await recordAudit(tx, actor, 'custom_action.added', action.id, describe(action))
    return action
  })
}

/** Changes an action. NOT_FOUND for none of the store; INVALID_PARAMS as `addAction`, and for a new host without its secret. */
export async function changeAction(
  { shop, actor }: Caller,
  id: string,
  change: ActionChange,
  network: ActionNetwork,
): Promise<CustomAction> {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const changed = (before: CustomAction) => {
    const action = tidy({ ...before, ...given, updatedAt: currentTime() })
    checkAction(action)
    // Nobody reads a secret by sending it to another host.
    if (action.auth !== 'none' && change.secret === undefined && isElsewhere(action, before))
      throw invalidParams('secret is required again where the host of the address or the authentication changes.')
    return action
  }
  await checkActionUrl(exampleOf(changed(await requireAction(shop, id)).url), network)
  return shop.transaction(async (tx) => {
    await takeTurn(tx, 'records')
    const action = changed(await requireAction(tx, id))
    requireOwnName(action, await listCustomActions(tx))
    await saveCustomAction(tx, action)
    await recordAudit(tx, actor, 'custom_action.changed', id, { ...describe(action), changed: Object.keys(given) })
    return action
  })
}

/** Deletes an action. What waits for approval is not carried out. */
export async function removeAction({ shop, actor }: Caller, id: string): Promise<void> {
  await shop.transaction(async (tx) => {
    if (!(await deleteCustomAction(tx, id))) throw notFound('Action')
    await recordAudit(tx, actor, 'custom_action.removed', id)
  })
}

/** Runs of an action in the last 30 days, newest first. */
export async function readActionLog(
  { shop }: Caller,
  id: string,
  page: { limit: number; cursor: string | null },
): Promise<{ runs: LoggedRun[]; nextCursor: string | null }> {
  await requireAction(shop, id)
  requireCursor(page.cursor, isRunCursor)
  return listRuns(shop, id, page)
}

/** The action, or NOT_FOUND. */
export async function requireAction(shop: Queries, id: string): Promise<CustomAction> {
  const action = await findCustomAction(shop, id)
  if (!action) throw notFound('Action')
  return action
}

/** Without what the action does not use. */
function tidy(action: CustomAction): CustomAction {
  const { auth, authName, secret, risk, skipsApproval } = action
  return {
    ...action,
    secret: auth === 'none' ? null : secret,
    authName: auth === 'basic' || auth === 'header' ? authName : '',
    skipsApproval: risk === 'approval' && skipsApproval,
  }
}

const exampleOf = (url: string): URL => new URL(withoutValues(url))

const isElsewhere = (action: CustomAction, before: CustomAction): boolean =>
  action.auth !== before.auth || exampleOf(action.url).origin !== exampleOf(before.url).origin

function requireOwnName({ id, name }: CustomAction, others: CustomAction[]): void {
  if (others.some((one) => one.id !== id && one.name.toLowerCase() === name.toLowerCase()))
    throw invalidParams('Another action has this name.')
}

const describe = ({ name, url, method, risk, isEnabled, skipsApproval }: CustomAction) => ({
  name,
  url: exampleOf(url).host,
  method,
  risk,
  isEnabled,
  skipsApproval,
})

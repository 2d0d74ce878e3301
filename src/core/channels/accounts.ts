import { currentTime } from '#base/clock.ts'
import { newId, newToken } from '#base/ids.ts'
import { emailKey } from '#base/text.ts'
import { recordAudit } from '#core/audit-log.ts'
import type { Caller } from '#core/caller.ts'
import { checkEmail, checkText } from '#core/checks.ts'
import { invalidParams, notFound } from '#core/errors.ts'
import { CHANNEL_ACCOUNTS_MAX } from '#core/limits.ts'
import type { Database, Queries } from '#database/database.ts'
import {
  type AccountChannel,
  type AccountRow,
  type Credentials,
  disconnectAccount,
  findAccount,
  findAccountByExternalId,
  listAccounts,
  readCredentials,
  type SignInTokens,
  saveAccount,
} from '#storage/channels/accounts.ts'
import { deleteTemplates, listAccountsOfBusiness } from '#storage/channels/templates.ts'
import { claimDirectoryEntry, deleteDirectoryEntry, lookUpDirectory } from '#storage/stores/stores.ts'
import { listMailAccount, unlistMailAccount } from './mail-doors.ts'
import { abandonAllOf } from './sending.ts'

export const NAME_MAX = 100
const URL_MAX = 2_048

export type Account = AccountRow

/** One thing that an account needs to work: whether it is so, and what to do where it is not. */
export interface AccountCheck {
  name: string
  state: 'good' | 'poor' | 'bad' | 'unknown'
  text: string
  /** Whether a half of the account works, where that was found out. */
  proves?: { half: 'sending' | 'receiving'; works: boolean }
}

export { ACCOUNT_CHANNELS } from '#storage/channels/accounts.ts'

/** An account to be connected: a mailbox has an address and perhaps servers, a messenger's an id and a token. */
export interface NewAccount {
  channel: AccountChannel
  name?: string
  address?: string
  smtp?: { url: string }
  imap?: { url: string }
  externalId?: string
  accessToken?: string
  /** ID of a WhatsApp number’s business account. */
  businessId?: string
}

/** What this service can do for accounts, by its configuration. */
export interface ChannelAbilities {
  /** SMTP_URL is set: mailboxes without a server of their own can send. */
  sendsMail: boolean
  /** META_APP_SECRET and META_VERIFY_TOKEN are set. */
  hasMessengers: boolean
}

/** The store's accounts, oldest first; removed ones too, which their conversations still name. */
export function listStoreAccounts({ shop }: Caller): Promise<Account[]> {
  return listAccounts(shop)
}

export async function getAccount({ shop }: Caller, id: string): Promise<Account> {
  const account = await findAccount(shop, id)
  if (!account) throw notFound('Channel account')
  return account
}

/**
 * Connects an account (spec C11.6). One that the store had before keeps its id and conversations and gets the
 * new credentials; what waits for it goes on. A mailbox that a member connects is not proven yet (`proofs.ts`). The answer
 * is the same whether the address is another store's. INVALID_PARAMS for an address that cannot be one, a messenger's
 * account or, from the operator, an address of another store, a server address of another kind, or where the service has
 * no such channel. With `oauth` the mailbox's servers take its tokens instead of a password.
 */
export function connectAccount(
  caller: Caller,
  request: NewAccount,
  abilities: ChannelAbilities,
  oauth?: SignInTokens,
): Promise<Account> {
  const wanted =
    request.channel === 'email' ? describeMailbox(request, abilities) : describeMessenger(request, abilities)
  const { channel, externalId, credentials, ...described } = wanted
  if (request.name !== undefined) checkText(request.name, NAME_MAX, 'name')
  return caller.shop.transaction(async (tx) => {
    const known = await findAccountByExternalId(tx, channel, externalId)
    if (!known && (await listAccounts(tx)).length >= CHANNEL_ACCOUNTS_MAX) {
      throw invalidParams(`A store has at most ${CHANNEL_ACCOUNTS_MAX} channel accounts, removed ones included.`)
    }
    const id = known?.id ?? newId()
    const isVouchedFor = channel !== 'email' || caller.actor.kind === 'operator'
    const isVerified = isVouchedFor || (known?.isVerified === true && known.state !== 'disconnected')
    if (isVerified) await claimAccount(tx, { id, channel, externalId })
    const before = known ? await readCredentials(tx, id) : null
    const kept = before?.inboundSecret ? { inboundSecret: before.inboundSecret } : {}
    const isTrusted = caller.actor.kind === 'operator'
    const account = {
      id,
      channel,
      externalId,
      name: request.name ?? known?.name ?? null,
      isTrusted,
      isVerified,
      ...described,
      // A new token alone leaves the templates as they are.
      businessId: request.businessId ?? known?.businessId ?? null,
    }
    if (known && known.businessId !== account.businessId) await deleteTemplates(tx, id)
    if (channel === 'email') await listMailAccount(tx, id)
    await recordAudit(tx, caller.actor, 'channel.connected', id, {
      channel,
      externalId,
      ...(oauth && { provider: oauth.provider }),
    })
    tx.announce?.('outbound') // what waited for it may go
    return saveAccount(tx, account, { ...kept, ...credentials, ...(oauth && { oauth }) }, currentTime())
  })
}

interface Wanted extends Pick<AccountRow, 'channel' | 'externalId' | 'address' | 'state' | 'sendError'> {
  credentials: Credentials
}

function describeMailbox(request: NewAccount, { sendsMail }: ChannelAbilities): Wanted {
  const { address, smtp, imap } = request
  requireOnly(request, ['address', 'smtp', 'imap'])
  if (address === undefined) throw invalidParams('address is missing: an email account needs the mailbox’s address.')
  checkEmail(address, 'address')
  if (smtp) checkUrl(smtp.url, 'smtp.url', ['smtp:', 'smtps:'])
  if (imap) checkUrl(imap.url, 'imap.url', ['imap:', 'imaps:'])
  const canSend = smtp !== undefined || sendsMail
  return {
    channel: 'email',
    externalId: emailKey(address),
    address,
    state: canSend ? 'connected' : 'broken',
    sendError: canSend ? null : 'There is no server for outgoing mail: give smtp.url, or have SMTP_URL set.',
    credentials: { ...(smtp ? { smtp } : {}), ...(imap ? { imap } : {}) },
  }
}

function describeMessenger(request: NewAccount, abilities: ChannelAbilities): Wanted {
  const { channel, externalId = '', accessToken = '' } = request
  const { businessId } = request
  requireOnly(request, ['externalId', 'accessToken', ...(channel === 'phone_messenger' ? ['businessId' as const] : [])])
  if (businessId !== undefined && !/^\d{1,32}$/.test(businessId)) {
    throw invalidParams('businessId is not the ID of a WhatsApp Business Account: digits, up to 32.')
  }
  if (!/^[\w.-]{1,128}$/.test(externalId)) {
    throw invalidParams('externalId is not an id of the provider: letters, digits, dots and dashes, up to 128.')
  }
  if (!/^[\x21-\x7e]{1,2048}$/.test(accessToken)) {
    throw invalidParams('accessToken is not a token: printable ASCII without spaces, up to 2,048 characters.')
  }
  if (!abilities.hasMessengers) {
    throw invalidParams(`${channel} is off here: META_APP_SECRET and META_VERIFY_TOKEN have to be set first.`)
  }
  return { channel, externalId, address: null, state: 'connected', sendError: null, credentials: { accessToken } }
}

/** Keys that mean nothing for a channel are a mistake. */
function requireOnly(request: NewAccount, keys: (keyof NewAccount)[]): void {
  const other = Object.keys(request).find((key) => !['channel', 'name', ...keys].includes(key))
  if (other) throw invalidParams(`${other} is not supported for ${request.channel}. Supported: ${keys.join(', ')}.`)
}

function checkUrl(url: string, name: string, protocols: string[]): void {
  const parsed = url.length <= URL_MAX && URL.canParse(url) ? new URL(url) : null
  if (!parsed?.hostname || !protocols.includes(parsed.protocol)) {
    const example = `${protocols[1]}//user:password@host:port`
    throw invalidParams(`${name} is not an address such as ${example} (or ${protocols[0]}//…).`)
  }
}

/** Removes an account: nothing comes in or leaves by it any more, and its credentials are deleted. Its conversations stay. */
export async function removeAccount(caller: Caller, id: string): Promise<void> {
  await caller.shop.transaction(async (tx) => {
    const account = await findAccount(tx, id, 'for update')
    if (!account) throw notFound('Channel account')
    await deleteDirectoryEntry(tx, 'channel_account', lookupOf(account.channel, account.externalId))
    if (account.channel === 'email') await unlistMailAccount(tx, id)
    await disconnectAccount(tx, id, currentTime())
    await recordAudit(tx, caller.actor, 'channel.disconnected', id)
  })
  await abandonAllOf(caller.shop, id)
}

/** A new secret for handing in mail by POST; the one before ends. */
export async function makeInboundSecret(caller: Caller, id: string): Promise<string> {
  const secret = newToken('chin_', 24)
  await caller.shop.transaction(async (tx) => {
    const account = await findAccount(tx, id, 'for update')
    const credentials = await readCredentials(tx, id)
    if (account?.channel !== 'email' || !credentials) throw notFound('Channel account')
    await saveAccount(tx, account, { ...credentials, inboundSecret: secret }, currentTime())
    await recordAudit(tx, caller.actor, 'channel.secret_made', id)
  })
  return secret
}

/** The connected account with a provider's id, in whichever store. */
export async function findAccountAnywhere(
  database: Database,
  channel: AccountChannel,
  externalId: string,
): Promise<{ shopId: string; accountId: string } | undefined> {
  const found = await lookUpDirectory(database.system, 'channel_account', lookupOf(channel, externalId))
  return found && { shopId: found.shopId, accountId: found.refId as string }
}

/** The connected accounts of a WhatsApp Business Account, in whichever stores. */
export async function findAccountsOfBusiness(
  database: Database,
  businessId: string,
): Promise<{ shopId: string; accountId: string }[]> {
  const found = await listAccountsOfBusiness(database.system, businessId, CHANNEL_ACCOUNTS_MAX)
  return found.map(({ shopId, id }) => ({ shopId, accountId: id }))
}

/** Makes the store the one whose account it is. INVALID_PARAMS where it is another one's. */
export async function claimAccount(
  tx: Queries,
  { id, channel, externalId }: Pick<AccountRow, 'id' | 'channel' | 'externalId'>,
): Promise<void> {
  if (await claimDirectoryEntry(tx, 'channel_account', lookupOf(channel, externalId), id)) return
  throw invalidParams(`${externalId} is connected to another store; it has to be removed there first.`)
}

const lookupOf = (channel: AccountChannel, externalId: string) => `${channel}:${externalId}`

/** The store's mailboxes that send now, as members choose among them; the one that was connected first comes first. */
export async function listSendingMailboxes({
  shop,
}: Caller): Promise<{ id: string; name: string | null; address: string }[]> {
  return (await listAccounts(shop))
    .filter(({ channel, state }) => channel === 'email' && state === 'connected')
    .map(({ id, name, address }) => ({ id, name, address: address ?? '' }))
}

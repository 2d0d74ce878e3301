import { currentTime } from '#base/clock.ts'
import type { Graph } from '#channels/meta/graph.ts'
import type { MessengerChannel } from '#channels/meta/webhook.ts'
import type { Account, AccountCheck, NewAccount } from '#core/channels/accounts.ts'
import { channelUnavailable, invalidParams } from '#core/errors.ts'
import type { MinuteLimits } from '#core/rates/minute-limits.ts'
import type { Shop } from '#database/database.ts'
import {
  breakAccount,
  breakReceiving,
  mendAccount,
  mendReceiving,
  readCredentials,
} from '#storage/channels/accounts.ts'
import { checkEmail, type EmailCheckOptions } from './check-email.ts'
import { refreshTemplates } from './templates.ts'
import { sendTestMail, type TestMailOptions } from './test-mail.ts'

/** Test mails of a member in a minute. */
const TEST_MAILS = 3
/** Lists of an account's templates in a minute. */
const TEMPLATE_LISTS = 6

/** What admins ask of the channels in settings. Without a Graph client the messengers are off. */
export function channelsForMembers(
  graph: Graph | null,
  { limits, ...email }: EmailCheckOptions & TestMailOptions & { limits: MinuteLimits },
) {
  async function check(shop: Shop, account: Account): Promise<AccountCheck[]> {
    const credentials = (await readCredentials(shop, account.id)) ?? {}
    const checks =
      account.channel === 'email'
        ? await checkEmail(shop, account, credentials, email)
        : [await checkToken(graph, account.channel, account.externalId, credentials.accessToken ?? '')]
    for (const found of checks) await note(shop, account.id, found)
    return checks
  }

  return {
    check,

    /** Looks at a mailbox, and sends a member what was found, as replies leave. */
    async sendTestMail(shop: Shop, account: Account, member: { id: string; email: string }): Promise<AccountCheck[]> {
      if (account.channel !== 'email') throw invalidParams('Only a mailbox can send a test mail.')
      await limits.take(`test-mail:${member.id}`, TEST_MAILS, 'Too many test mails; wait a minute.')
      const [credentials, checks] = await Promise.all([readCredentials(shop, account.id), check(shop, account)])
      if (!credentials) throw invalidParams('The mailbox was removed; connect it again first.')
      return [await sendTestMail(shop, account, credentials, { to: member.email, checks }, email), ...checks]
    },

    async refreshTemplates(shop: Shop, account: Account): Promise<void> {
      if (!graph) throw channelUnavailable('META_APP_SECRET is not set: the messengers are off.')
      await limits.take(
        `templates:${account.id}`,
        TEMPLATE_LISTS,
        'The templates were refreshed too often; wait a minute.',
      )
      await refreshTemplates(shop, account, graph)
    },

    /** An account of somebody else's cannot be connected: the token has to be its own. It is named as Meta names it. */
    async prove(account: NewAccount): Promise<NewAccount> {
      const { channel, externalId, accessToken, businessId } = account
      if (!graph || channel === 'email' || !externalId || !accessToken) return account
      const name = await graph.describe(channel, externalId, accessToken).catch((error: Error) => {
        throw invalidParams(`Meta could not be asked about the account: ${error.message}`)
      })
      if (name === null) throw invalidParams('accessToken is not accepted by Meta for this account; make a new one.')
      const listed = businessId === undefined ? null : await graph.listTemplates(businessId, accessToken, 1)
      if (listed && 'reason' in listed) throw invalidParams(`businessId: ${listed.reason}`)
      return { name, ...account }
    },
  }
}

const BREAK = { sending: breakAccount, receiving: breakReceiving }
const MEND = { sending: mendAccount, receiving: mendReceiving }

/** Stores the result of a check: marks the sending or the receiving side of an account working or broken. */
async function note(shop: Shop, accountId: string, { proves, text }: AccountCheck): Promise<void> {
  if (proves?.works) await MEND[proves.half](shop, accountId, currentTime())
  else if (proves) await BREAK[proves.half](shop, accountId, text, currentTime())
}

async function checkToken(
  graph: Graph | null,
  channel: MessengerChannel,
  externalId: string,
  accessToken: string,
): Promise<AccountCheck> {
  const name = 'Access token'
  const proves = (works: boolean) => ({ proves: { half: 'sending' as const, works } })
  if (!graph)
    return { name, state: 'bad', text: 'META_APP_SECRET is not set: the messengers are off.', ...proves(false) }
  try {
    const called = await graph.describe(channel, externalId, accessToken)
    return called === null
      ? {
          name,
          state: 'bad',
          text: 'Meta does not accept the token for this account; connect it again with a new one.',
          ...proves(false),
        }
      : { name, state: 'good', text: `Meta accepts the token, and calls the account ${called}.`, ...proves(true) }
  } catch (error) {
    return { name, state: 'poor', text: `Meta could not be asked: ${(error as Error).message}` }
  }
}

import { currentTime } from '#base/clock.ts'
import type { Graph } from '#channels/meta/graph.ts'
import type { MessengerChannel } from '#channels/meta/webhook.ts'
import type { Account, AccountCheck, NewAccount } from '#core/channels/accounts.ts'
import { invalidParams } from '#core/errors.ts'
import type { Shop } from '#database/database.ts'
import { breakAccount, mendAccount, readCredentials } from '#storage/channels/accounts.ts'
import { checkEmail, type EmailCheckOptions } from './check-email.ts'

/** What admins ask of the channels in settings. Without a Graph client the messengers are off. */
export function channelsForMembers(graph: Graph | null, email: EmailCheckOptions) {
  return {
    /** An account of somebody else's cannot be connected: the token has to be its own. It is named as Meta names it. */
    async prove(account: NewAccount): Promise<NewAccount> {
      const { channel, externalId, accessToken } = account
      if (!graph || channel === 'email' || !externalId || !accessToken) return account
      const name = await graph.describe(channel, externalId, accessToken).catch((error: Error) => {
        throw invalidParams(`Meta could not be asked about the account: ${error.message}`)
      })
      if (name === null) throw invalidParams('accessToken is not accepted by Meta for this account; make a new one.')
      return { name, ...account }
    },

    async check(shop: Shop, account: Account): Promise<AccountCheck[]> {
      const credentials = (await readCredentials(shop, account.id)) ?? {}
      const checks =
        account.channel === 'email'
          ? await checkEmail(account, credentials, email)
          : [await checkToken(graph, account.channel, account.externalId, credentials.accessToken ?? '')]
      const wrong = checks.find(({ state }) => state === 'bad')
      if (wrong) await breakAccount(shop, account.id, wrong.text, currentTime())
      // The servers come first; records of a domain say nothing of them.
      else if (checks.slice(0, 2).some(({ state }) => state === 'good'))
        await mendAccount(shop, account.id, currentTime())
      return checks
    },
  }
}

async function checkToken(
  graph: Graph | null,
  channel: MessengerChannel,
  externalId: string,
  accessToken: string,
): Promise<AccountCheck> {
  const name = 'Access token'
  if (!graph) return { name, state: 'bad', text: 'META_APP_SECRET is not set: the messengers are off.' }
  try {
    const called = await graph.describe(channel, externalId, accessToken)
    return called === null
      ? {
          name,
          state: 'bad',
          text: 'Meta does not accept the token for this account; connect it again with a new one.',
        }
      : { name, state: 'good', text: `Meta accepts the token, and calls the account ${called}.` }
  } catch (error) {
    return { name, state: 'poor', text: `Meta could not be asked: ${(error as Error).message}` }
  }
}

import { currentTime } from '#base/clock.ts'
import type { Graph } from '#channels/meta/graph.ts'
import type { Account, NewAccount } from '#core/channels/accounts.ts'
import { invalidParams } from '#core/errors.ts'
import type { Shop } from '#database/database.ts'
import { breakAccount, mendAccount, readCredentials } from '#storage/channels/accounts.ts'

interface Check {
  name: string
  state: 'good' | 'poor' | 'bad'
  text: string
}

/** What admins ask of the channels in settings. Without a Graph client the messengers are off. */
export function channelsForMembers(graph: Graph | null) {
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

    async check(shop: Shop, account: Account): Promise<Check[]> {
      if (account.channel === 'email') return []
      const credentials = await readCredentials(shop, account.id)
      const found = graph
        ? await graph.describe(account.channel, account.externalId, credentials?.accessToken ?? '').then(
            (name) =>
              name === null
                ? {
                    state: 'bad' as const,
                    text: 'Meta does not accept the token for this account; connect it again with a new one.',
                  }
                : { state: 'good' as const, text: `Meta accepts the token, and calls the account ${name}.` },
            (error: Error) => ({ state: 'poor' as const, text: `Meta could not be asked: ${error.message}` }),
          )
        : { state: 'bad' as const, text: 'META_APP_SECRET is not set: the messengers are off.' }
      if (found.state === 'good') await mendAccount(shop, account.id, currentTime())
      if (found.state === 'bad') await breakAccount(shop, account.id, found.text, currentTime())
      return [{ name: 'Access token', ...found }]
    },
  }
}

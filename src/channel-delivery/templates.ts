import type { Graph } from '#channels/meta/graph.ts'
import { saveTemplates } from '#core/channels/templates.ts'
import { channelUnavailable } from '#core/errors.ts'
import type { Shop } from '#database/database.ts'
import { type AccountRow, readCredentials } from '#storage/channels/accounts.ts'

/** Lists an account's templates at Meta and stores them. CHANNEL_UNAVAILABLE with the reason where it cannot. */
export async function refreshTemplates(shop: Shop, { id, businessId }: AccountRow, graph: Graph): Promise<void> {
  if (businessId === null) {
    throw channelUnavailable(
      'The account was connected without the ID of its WhatsApp Business Account; an admin has to connect it again with it.',
    )
  }
  const { accessToken } = (await readCredentials(shop, id)) ?? {}
  if (!accessToken) throw channelUnavailable('The account has no access token; an admin has to connect it again.')
  const listed = await graph.listTemplates(businessId, accessToken)
  if ('reason' in listed) throw channelUnavailable(listed.reason)
  await saveTemplates(shop, id, listed.templates)
}

import type { AddressBook } from '#channels/address.ts'
import { type NewSubscription, subscribe } from '#core/subscriptions.ts'
import { presentSubscription } from '#surfaces/http/present-subscription.ts'
import { defineTool } from '../tool.ts'

export const registerWebhook = (addresses: AddressBook) =>
  defineTool<NewSubscription>({
    name: 'register_webhook',
    async run(caller, request) {
      const { subscription, created } = await subscribe(caller, request, addresses)
      return JSON.stringify({ webhook: presentSubscription(caller.shop.shopId, subscription), created })
    },
  })

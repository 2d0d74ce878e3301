import { currentTime } from '#base/clock.ts'
import { type AfterSaleRequest, decideAfterSale } from '#core/after-sale.ts'
import type { Platform } from '#core/platform/platform.ts'
import { readSettings } from '#core/settings.ts'
import { defineTool } from '../tool.ts'

export const customerSupport = (platform: Platform) =>
  defineTool<{ requestType: AfterSaleRequest; orderNumber: string; email?: string; details?: string }>({
    name: 'customer_support',
    isOn: (settings) => settings.ai.skills.afterSale,
    async run(caller, { requestType, orderNumber, email }) {
      const [order, { afterSale }] = await Promise.all([
        platform.getOrder(caller, { orderNumber, email }),
        readSettings(caller.shop),
      ])
      return JSON.stringify(decideAfterSale(requestType, order, afterSale, currentTime()))
    },
  })

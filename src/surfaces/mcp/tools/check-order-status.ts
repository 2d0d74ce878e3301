import { invalidParams } from '#core/errors.ts'
import type { Platform } from '#core/platform/platform.ts'
import { defineTool } from '../tool.ts'

export const checkOrderStatus = (platform: Platform) =>
  defineTool<{ orderNumber?: string; trackingNumber?: string; email?: string }>({
    name: 'check_order_status',
    isOn: (settings) => settings.ai.skills.orderTracking,
    async run(caller, { orderNumber, trackingNumber, email }) {
      if ((orderNumber === undefined) === (trackingNumber === undefined)) {
        throw invalidParams('Pass exactly one of orderNumber and trackingNumber.')
      }
      const key = orderNumber === undefined ? { trackingNumber: trackingNumber as string } : { orderNumber }
      return JSON.stringify({ order: await platform.getOrder(caller, { ...key, email }) })
    },
  })

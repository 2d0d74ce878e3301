const { createHmac, randomUUID } = require('node:crypto')
const vendure = require('@vendure/core')

/**
 * Tells Parley which records of this shop have changed; Parley then reads them through the admin API with its key.
 * `ParleyPlugin.init(() => ({ url, connection, secret }))`, or null while it is not connected yet.
 */
class ParleyPlugin {
  static init(settings) {
    ParleyPlugin.settings = settings
    return ParleyPlugin
  }

  constructor(eventBus) {
    this.eventBus = eventBus
    this.waiting = new Map()
  }

  onApplicationBootstrap() {
    const on = (event, hintsOf) =>
      this.eventBus.ofType(event).subscribe((e) => {
        for (const hint of [hintsOf(e)].flat()) this.waiting.set(JSON.stringify(hint), hint)
      })
    const hint = (kind, { id }, { type } = {}) => ({ kind, id: String(id), isDeleted: type === 'deleted' })
    const ofVariant = ({ id }) => ({ kind: 'product', variantId: String(id) })
    on(vendure.ProductEvent, (e) => hint('product', e.entity, e))
    on(vendure.ProductVariantEvent, (e) => e.entity.map(ofVariant))
    on(vendure.StockMovementEvent, (e) => e.stockMovements.map((movement) => ofVariant(movement.productVariant)))
    on(vendure.CollectionEvent, (e) => hint('collection', e.entity, e))
    on(vendure.PromotionEvent, (e) => hint('discount', e.entity, e))
    on(vendure.CustomerEvent, (e) => hint('contact', e.entity, e))
    on(vendure.OrderStateTransitionEvent, (e) => hint('order', e.order))
    on(vendure.FulfillmentStateTransitionEvent, (e) =>
      (e.fulfillment.orders ?? []).map((order) => hint('order', order)),
    )
    on(vendure.RefundStateTransitionEvent, (e) => hint('order', e.order))
    this.timer = setInterval(() => this.tell(), 500)
  }

  onApplicationShutdown() {
    clearInterval(this.timer)
  }

  /** What could not be told is told again, until it is. */
  async tell() {
    const settings = ParleyPlugin.settings()
    if (!settings || this.isTelling || this.waiting.size === 0) return
    this.isTelling = true
    const hints = [...this.waiting.values()]
    this.waiting.clear()
    try {
      const body = hints.map((hint) => JSON.stringify(hint)).join('\n')
      const timestamp = String(Math.floor(Date.now() / 1000))
      const signature = createHmac('sha256', settings.secret).update(`${timestamp};${body}`).digest('hex')
      const response = await fetch(`${settings.url}/platform/vendure/webhooks?connection=${settings.connection}`, {
        method: 'POST',
        headers: {
          'x-webhook-timestamp': timestamp,
          'x-webhook-signature': signature,
          'x-webhook-delivery-id': randomUUID(),
        },
        body,
        signal: AbortSignal.timeout(10_000),
      })
      if (response.status !== 202) throw new Error(`Parley answered ${response.status}`)
    } catch (error) {
      vendure.Logger.warn(`${error.message}; told again`, 'Parley')
      for (const hint of hints) this.waiting.set(JSON.stringify(hint), hint)
    }
    this.isTelling = false
  }
}

vendure.VendurePlugin({ imports: [vendure.PluginCommonModule] })(ParleyPlugin)
Reflect.defineMetadata('design:paramtypes', [vendure.EventBus], ParleyPlugin)

module.exports = { ParleyPlugin }

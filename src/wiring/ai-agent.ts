import type { createEmbeddings, Embeddings } from '#ai-agent/embeddings/embeddings.ts'
import { aiAgentMetrics, watchArticlesToEmbed, watchWaitingTurns } from '#ai-agent/metrics.ts'
import { AnswerModel } from '#ai-agent/model/model.ts'
import { AiAgentWorker } from '#ai-agent/worker.ts'
import type { TenantScheduler } from '#base/tenant-scheduler.ts'
import type { Config } from '#config'
import { localPlatform } from '#core/commerce/local-platform.ts'
import { ActionDesk } from '#core/custom-actions/call.ts'
import { MinuteLimits } from '#core/rates/minute-limits.ts'
import { OrderLookups } from '#core/visitors/order-lookups.ts'
import { AddressBook } from '#outbound/address.ts'
import { createOwnAddressCheck } from '#outbound/own-address.ts'
import { withLiveOrders } from '#shop-sync/live-orders.ts'
import { orderDesk } from '#shop-sync/order-action-gateway.ts'
import type { AiParts, Dependencies } from './dependencies.ts'

export async function createAiParts({
  config,
  logger,
  database,
  counters: { counter, signInCounter },
  registry,
  files,
  shops,
  helpDomains,
}: Pick<
  Dependencies,
  'config' | 'logger' | 'database' | 'counters' | 'registry' | 'files' | 'shops' | 'helpDomains'
>): Promise<AiParts> {
  const metrics = aiAgentMetrics(registry)
  const addresses = new AddressBook({ allow: config.aiAllowCidrs, dnsServers: config.webhookDnsServers })
  const model = config.model && new AnswerModel({ settings: config.model, addresses, logger, count: metrics.asked })
  const platform = withLiveOrders(localPlatform(config.baseUrl), { bus: database.bus, shops, files, logger })
  const lookups = new OrderLookups(platform, new MinuteLimits(counter, config.storefrontLimitPerIp), signInCounter)
  const embeddings = await openEmbeddings(config, { addresses, database, logger, count: metrics.embedded })
  const orders = orderDesk({ shops, files, logger })
  const isOwn = createOwnAddressCheck({
    baseUrl: config.baseUrl,
    port: config.port,
    isHelpCentre: (host) => helpDomains.pathOf(host) !== undefined,
  })
  const reachable = new AddressBook({ allow: config.aiActionAllowCidrs, dnsServers: config.webhookDnsServers })
  const actions = new ActionDesk({ addresses: reachable, isOwn }, new MinuteLimits(counter, 0))
  return {
    metrics,
    embeddings,
    lookups,
    actions,
    parts: { platform, lookups, model, embeddings: embeddings?.articles, orders, actions },
  }
}

/** What finds articles by meaning: nothing of it is loaded where no embedding model is configured. */
async function openEmbeddings(
  { model }: Config,
  outside: Omit<Parameters<typeof createEmbeddings>[0], 'settings'>,
): Promise<Embeddings | undefined> {
  if (!model?.embeddingModel || !model.baseUrl) return undefined
  const { createEmbeddings } = await import('#ai-agent/embeddings/embeddings.ts')
  const { baseUrl, embeddingModel, ...settings } = model
  return createEmbeddings({ ...outside, settings: { ...settings, baseUrl, model: embeddingModel } })
}

export function createAiAgent({ logger, database, registry, ai }: Dependencies): AiAgentWorker {
  watchWaitingTurns(registry, database)
  return new AiAgentWorker({ database, parts: ai.parts, metrics: ai.metrics, logger })
}

/** What makes articles' vectors, where an embedding model is configured. */
export function createEmbeddingWorkers({ database, registry, ai: { embeddings } }: Dependencies): TenantScheduler[] {
  if (!embeddings) return []
  watchArticlesToEmbed(registry, database)
  return [embeddings.createWorker()]
}

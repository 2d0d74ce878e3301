import { detectLanguage } from '#ai-agent/understanding/language.ts'
import { carrierMetrics } from '#carrier/metrics.ts'
import { createOrderSettling } from '#core/order-actions/settling.ts'
import { createRuleWorker } from '#core/rule-runs/worker.ts'
import { createScheduledSending } from '#core/scheduled/sending.ts'
import { createReturns } from '#core/snooze/returns.ts'
import { createRecounts } from '#core/targets/recount.ts'
import { createTeamWorker } from '#core/team-work/worker.ts'
import { Deliverer } from '#dispatcher/deliver.ts'
import { Dispatcher } from '#dispatcher/dispatcher.ts'
import { dispatcherMetrics } from '#dispatcher/metrics.ts'
import { orderDesk } from '#mirror/order-desk.ts'
import { createAiAgent, createEmbeddingWorkers } from './ai-agent.ts'
import { createCarrier } from './channels.ts'
import type { Parts } from './parts.ts'
import { createPushes } from './push.ts'
import { createMirror } from './shops.ts'

/** What works without being asked: in every process but those of ROLE=web. */
export function createWorkers(parts: Parts): { start(): void; stop(): Promise<void> }[] {
  const { database, logger, registry } = parts
  const metrics = carrierMetrics(registry)
  return [
    createDispatcher(parts),
    createAiAgent(parts),
    ...createEmbeddingWorkers(parts),
    createCarrier(parts, metrics),
    createMirror(parts),
    createReturns(database, logger),
    createRecounts(database, logger),
    createRuleWorker(database, { languageOf: detectLanguage, logger }),
    createTeamWorker(database, { languageOf: detectLanguage, logger }),
    createScheduledSending(database, logger),
    createOrderSettling(database, orderDesk(parts), logger),
    createPushes(parts, metrics),
  ]
}

function createDispatcher({ config, logger, database, addresses, registry }: Parts): Dispatcher {
  return new Dispatcher({
    database,
    deliverer: new Deliverer({ addresses, timeoutMs: config.webhookTimeoutMs }),
    delaysMs: config.webhookRetryDelaysMs,
    timeoutMs: config.webhookTimeoutMs,
    metrics: dispatcherMetrics(registry, database),
    logger,
  })
}

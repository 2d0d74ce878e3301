import { detectLanguage } from '#ai-agent/understanding/language.ts'
import { carrierMetrics } from '#channel-delivery/metrics.ts'
import { createSlackDelivery, type SlackDeliveryOptions } from '#channel-delivery/slack.ts'
import { createDueRuns } from '#core/custom-actions/due-worker.ts'
import { createRunSettling } from '#core/custom-actions/settle-worker.ts'
import { createAllowedOrderActions } from '#core/order-actions/allowed-worker.ts'
import { createOrderSettling } from '#core/order-actions/expire-pending-worker.ts'
import { createRuleWorker } from '#core/rule-runs/worker.ts'
import { createScheduledSending } from '#core/scheduled/send-scheduled-worker.ts'
import { createRecounts } from '#core/targets/recompute-clocks-worker.ts'
import { createUnassignWorker } from '#core/team-work/unassign-worker.ts'
import { createTeamWorker } from '#core/team-work/worker.ts'
import { createReturns } from '#core/unsnooze-worker.ts'
import { Deliverer } from '#dispatcher/deliver.ts'
import { Dispatcher } from '#dispatcher/dispatcher.ts'
import { dispatcherMetrics } from '#dispatcher/metrics.ts'
import { createRuleCalls, type RuleCallOptions } from '#dispatcher/rule-calls.ts'
import { orderDesk } from '#shop-sync/order-action-gateway.ts'
import { createAiAgent, createEmbeddingWorkers } from './ai-agent.ts'
import { createCarrier } from './channels.ts'
import type { Dependencies } from './dependencies.ts'
import { createPushes } from './push.ts'
import { createMirror } from './shops.ts'
import { createSlackApi } from './slack.ts'

/** What works without being asked: in every process but those of ROLE=web. */
export function createWorkers(parts: Dependencies): { start(): void; stop(): Promise<void> }[] {
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
    createSlackDelivery(slackOptions(parts)),
    createRuleCalls(ruleCallOptions(parts)),
    createTeamWorker(database, { languageOf: detectLanguage, logger }),
    createUnassignWorker(database, logger),
    createScheduledSending(database, logger),
    createRunSettling(database, logger),
    createDueRuns(database, parts.ai.actions, logger),
    createOrderSettling(database, orderDesk(parts), logger),
    createAllowedOrderActions(database, orderDesk(parts), logger),
    createPushes(parts, metrics),
  ]
}

function createDispatcher({ config, logger, database, addresses, registry }: Dependencies): Dispatcher {
  return new Dispatcher({
    database,
    deliverer: new Deliverer({ addresses, timeoutMs: config.webhookTimeoutMs }),
    delaysMs: config.webhookRetryDelaysMs,
    timeoutMs: config.webhookTimeoutMs,
    metrics: dispatcherMetrics(registry, database),
    logger,
    mail: config.mail ? { inboxUrl: `${config.baseUrl}/inbox` } : null,
  })
}

function slackOptions({ config, logger, database, channelAddresses }: Dependencies): SlackDeliveryOptions {
  return { database, api: createSlackApi(config, channelAddresses), baseUrl: config.baseUrl, logger }
}

function ruleCallOptions({ config, logger, database, addresses }: Dependencies): RuleCallOptions {
  const { webhookTimeoutMs: timeoutMs, webhookRetryDelaysMs: delaysMs } = config
  return { database, deliverer: new Deliverer({ addresses, timeoutMs }), timeoutMs, delaysMs, logger }
}

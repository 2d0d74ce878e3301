import { randomUUID } from 'node:crypto'
import { currentTime } from '#base/clock.ts'
import { newId } from '#base/ids.ts'
import type { Logger } from '#base/logger.ts'
import { TenantScheduler } from '#base/tenant-scheduler.ts'
import type { Caller } from '#core/caller.ts'
import { buildCallBody, buildTestBody } from '#core/rule-runs/call-body.ts'
import { requireEndpoint } from '#core/rules/endpoints.ts'
import { signedBody } from '#core/webhooks/sign.ts'
import type { Database, Shop } from '#database/database.ts'
import {
  type ClaimedRuleCall,
  claimRuleCalls,
  findShopsWithRuleCalls,
  nextRuleCallAt,
  recordRuleCall,
} from '#storage/rules/calls.ts'
import { findRuleEndpoint, type RuleEndpoint } from '#storage/rules/endpoints.ts'
import type { Deliverer } from './deliver.ts'
import { describeOutcome, nextStep } from './next-step.ts'

const SWEEP_MS = 2_000
/** A lease outlives its attempt by as much, so that no two attempts of a call overlap. */
const LEASE_MORE_MS = 20_000
const AT_ONCE = 32
/** Calls of one store at a time. */
const BATCH = 8

interface Sending {
  deliverer: Pick<Deliverer, 'send'>
  timeoutMs: number
}

export interface RuleCallOptions extends Sending {
  deliverer: Deliverer
  database: Database
  /** The six waits between the seven attempts. */
  delaysMs: readonly number[]
  logger: Logger
}

/** Sends calls of rules to the store's endpoints, with the retries of webhooks. */
export function createRuleCalls(options: RuleCallOptions): { start(): void; stop(): Promise<void> } {
  const { database, timeoutMs, logger } = options
  const ring = new TenantScheduler({
    name: 'calls of rules',
    sweepMs: SWEEP_MS,
    max: AT_ONCE,
    perClaim: BATCH,
    findStores: (now, limit) => findShopsWithRuleCalls(database.system, now, limit),
    claim: async (shopId, now, limit) => {
      const shop = database.shop(shopId)
      const leaseEnd = new Date(now.getTime() + timeoutMs + LEASE_MORE_MS)
      const calls = await claimRuleCalls(shop, { now, lease: randomUUID(), leaseEnd, limit })
      const jobs = calls.map((call) => async () => {
        await attempt(shop, call, options).catch((err: Error) => {
          logger.warn({ shopId, err }, 'calling an endpoint of a rule failed') // its lease ends by itself
        })
        ring.notifyAt(shopId, Date.now() + 5)
      })
      return { jobs, nextAt: jobs.length === 0 ? await nextRuleCallAt(shop) : undefined }
    },
    logger,
  })
  return {
    start() {
      database.bus.on(['rule_calls'], (shopId) => ring.notify(shopId))
      ring.start()
    },
    async stop() {
      await ring.stop()
      await options.deliverer.close()
    },
  }
}

async function attempt(shop: Shop, call: ClaimedRuleCall, options: RuleCallOptions): Promise<void> {
  const endpoint = await findRuleEndpoint(shop, call.endpointId)
  const body = endpoint && (await buildCallBody(shop, call, endpoint))
  if (!endpoint || !body) return // deleted in the meantime, and the call with it
  const outcome = await post(endpoint, call.id, body, options)
  const { delaysMs, timeoutMs } = options
  const step = nextStep(outcome, call.attempts + 1, { delaysMs, endedAt: currentTime(), chance: Math.random() })
  await recordRuleCall(shop, call, {
    status: step.status === 'retry' ? 'pending' : step.status,
    dueAt: step.status === 'retry' ? step.at : null,
    responseStatus: outcome.kind === 'response' ? outcome.status : null,
    error: describeOutcome(outcome, timeoutMs),
  })
}

/** What a test of an endpoint came to. */
export interface EndpointTest {
  responseStatus: number | null
  /** Null where the endpoint answered 2xx. */
  error: string | null
  durationMs: number
}

/** Sends a test to an endpoint, once, and waits for its answer. NOT_FOUND for no endpoint of the store. */
export async function testRuleEndpoint({ shop }: Caller, id: string, sending: Sending): Promise<EndpointTest> {
  const endpoint = await requireEndpoint(shop, id)
  const callId = newId()
  const body = await buildTestBody(shop, endpoint, { callId, occurredAt: currentTime() })
  const startedAt = Date.now()
  const outcome = await post(endpoint, callId, body, sending)
  const responseStatus = outcome.kind === 'response' ? outcome.status : null
  return { responseStatus, error: describeOutcome(outcome, sending.timeoutMs), durationMs: Date.now() - startedAt }
}

function post({ url, secret }: RuleEndpoint, callId: string, body: Buffer, { deliverer }: Sending) {
  const headers = {
    'user-agent': 'Parley-Rules/1.0',
    'X-Webhook-Delivery-Id': callId,
    ...signedBody(secret, body),
  }
  return deliverer.send(url, headers, body)
}

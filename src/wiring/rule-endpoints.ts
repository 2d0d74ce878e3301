import type { Caller } from '#core/caller.ts'
import { Deliverer } from '#dispatcher/deliver.ts'
import { type EndpointTest, testRuleEndpoint } from '#dispatcher/rule-calls.ts'
import type { Dependencies } from './dependencies.ts'

/** Sends tests to endpoints of rules, by the process that was asked. */
export function createEndpointTest({
  config,
  addresses,
}: Dependencies): (caller: Caller, id: string) => Promise<EndpointTest> {
  const { webhookTimeoutMs: timeoutMs } = config
  const deliverer = new Deliverer({ addresses, timeoutMs })
  return (caller, id) => testRuleEndpoint(caller, id, { deliverer, timeoutMs })
}

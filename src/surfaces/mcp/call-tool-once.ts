import type { Caller } from '#core/caller.ts'
import { callOnce, callOnceUnderLease, checkKey } from '#core/idempotency/call-once.ts'
import { isLastingRefusal } from '#surfaces/http/errors.ts'
import { describeFailure } from './failure.ts'
import type { Json } from './rpc.ts'
import type { Tool, ToolParts } from './tool.ts'

/** A call of a tool that writes, with the value of its Idempotency-Key. */
export interface KeyedToolCall {
  tool: Tool
  args: Record<string, unknown>
  key: string
}

/** A tool's answer to a keyed call: its structured content as JSON, or the sentence of its refusal. */
export interface KeyedToolAnswer {
  text: Json
  isError: boolean
  isReplayed: boolean
}

/** Whether a repeated call of the tool would write again, so that a key makes a difference. */
export const isRepeatable = ({ definition }: Tool): boolean => definition.annotations?.readOnlyHint === false

/** Calls a tool once for each key, by tool and arguments (spec C16). */
export async function callToolOnce(
  caller: Caller,
  { tool, args, key }: KeyedToolCall,
  parts: ToolParts,
): Promise<KeyedToolAnswer> {
  const { conversationId } = args
  const once = tool.reachesOut ? callOnceUnderLease : callOnce
  const call = {
    target: `tool ${tool.definition.name}`,
    key: checkKey(key),
    request: JSON.stringify(args),
    conversation: typeof conversationId === 'string' ? conversationId : undefined,
  }
  const { status, body, isReplayed } = await once(caller, call, async (caller) => {
    try {
      return { status: 200, body: (await tool.call(caller, args, parts)) as Json }
    } catch (error) {
      if (!isLastingRefusal(error)) throw error
      return { status: 409, body: describeFailure(error, () => {}) }
    }
  })
  return { text: body, isError: status !== 200, isReplayed }
}

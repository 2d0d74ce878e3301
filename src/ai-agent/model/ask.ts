import { generateText, isStepCount, type ModelMessage, streamText, type Tool, ToolChoiceViolationError } from 'ai'
import { type ModelRun, optionsOf } from './call.ts'
import { readJson } from './read-json.ts'

/** Calls of the model in one try: look-ups, then the reply. */
const STEPS_MAX = 4
const TOKENS_OUT_MAX = 1_000

interface Asked {
  run: ModelRun
  system: string
  messages: ModelMessage[]
  tools: Record<string, Tool>
}

/**
 * Asks a model once and lets it look up what it wants, until it calls `reply`; gives what it called that with, whatever it
 * is, and undefined where it did not. `onPart` gets the text of that call's arguments as it grows, one after the other:
 * without it, the model is asked for its answer whole. Throws what the provider failed by, or what ended the run.
 */
export async function ask({ run, ...asked }: Asked, onPart?: (text: string) => Promise<void>): Promise<unknown> {
  const options = {
    ...optionsOf(run),
    ...asked,
    toolChoice: 'required' as const,
    stopWhen: isStepCount(STEPS_MAX),
    maxOutputTokens: TOKENS_OUT_MAX,
  }
  try {
    if (!onPart) return replyOf((await generateText(options)).toolCalls)
    return await readStream(streamText({ ...options, onError: () => {} }), onPart) // errors are thrown, not printed
  } catch (error) {
    if (ToolChoiceViolationError.isInstance(error)) return replyIn(error.content)
    throw error
  }
}

async function readStream(result: ReturnType<typeof streamText>, onPart: (text: string) => Promise<void>) {
  let reply: { id: string; text: string } | undefined
  for await (const part of result.stream) {
    if (part.type === 'error') throw part.error
    if (part.type === 'abort') throw new DOMException('the call took too long', 'TimeoutError')
    if (part.type === 'tool-input-start' && part.toolName === 'reply') reply = { id: part.id, text: '' }
    if (part.type === 'tool-input-delta' && reply && part.id === reply.id) {
      reply.text += part.delta
      await onPart(reply.text)
    }
  }
  return replyOf(await result.toolCalls)
}

const replyOf = (calls: { toolName: string; input: unknown }[]) =>
  calls.find(({ toolName }) => toolName === 'reply')?.input

/** Small models write their reply out instead of calling for it: it is read from the JSON in their words. */
function replyIn(content: { type: string; text?: string }[]): unknown {
  const text = content.map((part) => (part.type === 'text' ? (part.text ?? '') : '')).join('')
  return readJson(text)
}

import { generateText, isStepCount, type LanguageModel, type ModelMessage, streamText, type Tool } from 'ai'

/** Calls of the model in one try: look-ups, then the reply. */
const STEPS_MAX = 4
const TOKENS_OUT_MAX = 1_000

interface Asked {
  model: LanguageModel
  system: string
  messages: ModelMessage[]
  tools: Record<string, Tool>
  signal: AbortSignal
}

export interface Said {
  /** What it called `reply` with, whatever that is; undefined where it did not. */
  input: unknown
  tokens: number
}

/**
 * Asks a model once and lets it look up what it wants, until it calls `reply`. `onPart` gets the text of that call's
 * arguments as it grows, one after the other: without it, the model is asked for its answer whole. Throws what the provider or `signal` failed by.
 */
export async function ask(asked: Asked, onPart?: (text: string) => Promise<void>): Promise<Said> {
  const { model, system, messages, tools, signal } = asked
  const options = {
    model,
    system,
    messages,
    tools,
    toolChoice: 'required' as const,
    stopWhen: isStepCount(STEPS_MAX),
    temperature: 0,
    maxOutputTokens: TOKENS_OUT_MAX,
    maxRetries: 0,
    abortSignal: signal,
  }
  if (!onPart) {
    const result = await generateText(options)
    return { input: replyOf(result.toolCalls), tokens: result.totalUsage.totalTokens ?? 0 }
  }
  const result = streamText({ ...options, onError: () => {} }) // thrown below, instead of printed
  let reply: { id: string; text: string } | undefined
  for await (const part of result.stream) {
    if (part.type === 'error') throw part.error
    if (part.type === 'abort') throw signal.reason
    if (part.type === 'tool-input-start' && part.toolName === 'reply') reply = { id: part.id, text: '' }
    if (part.type === 'tool-input-delta' && reply && part.id === reply.id) {
      reply.text += part.delta
      await onPart(reply.text)
    }
  }
  return { input: replyOf(await result.toolCalls), tokens: (await result.totalUsage).totalTokens ?? 0 }
}

const replyOf = (calls: { toolName: string; input: unknown }[]) =>
  calls.find(({ toolName }) => toolName === 'reply')?.input

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { jsonSchema, type LanguageModel, tool } from 'ai'
import { ask } from './ask.ts'
import { type Provider, takingWholeAnswers } from './non-streaming-adapter.ts'
import { REPLY_SCHEMA } from './prompt.ts'

const INPUT = { action: 'answer', sourceIds: ['article:a'], topic: null, text: 'Nine days. “Surely”.' }

const WHOLE: Record<Provider, object> = {
  'openai-compatible': {
    id: 'c',
    object: 'chat.completion',
    created: 0,
    model: 'm',
    choices: [
      {
        index: 0,
        finish_reason: 'tool_calls',
        message: {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'call', type: 'function', function: { name: 'reply', arguments: JSON.stringify(INPUT) } }],
        },
      },
    ],
    usage: { prompt_tokens: 200, completion_tokens: 50, total_tokens: 250 },
  },
  anthropic: {
    id: 'm',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [
      { type: 'text', text: 'I looked it up.' },
      { type: 'tool_use', id: 'call', name: 'reply', input: INPUT },
    ],
    stop_reason: 'tool_use',
    stop_sequence: null,
    usage: { input_tokens: 200, output_tokens: 50 },
  },
}

const MODELS: Record<Provider, (fetch: typeof globalThis.fetch) => LanguageModel> = {
  'openai-compatible': (fetch) =>
    createOpenAICompatible({ fetch, name: 'm', baseURL: 'http://model.example/v1', includeUsage: true })('m'),
  anthropic: (fetch) => createAnthropic({ fetch, apiKey: 'k' })('m'),
}

for (const provider of ['openai-compatible', 'anthropic'] as const) {
  for (const isWatched of [true, false]) {
    test(`an answer of ${provider} that comes whole is taken, ${isWatched ? 'asked for as a stream' : 'asked for so'}`, async () => {
      const asked: boolean[] = []
      const fetch = takingWholeAnswers(async (_url, init) => {
        asked.push(JSON.parse(String(init?.body)).stream === true)
        return Response.json(WHOLE[provider])
      }, provider)
      const parts: string[] = []
      let tokens = 0
      const spend = (more: number) => {
        tokens += more
      }
      const said = await ask(
        {
          run: { model: MODELS[provider](fetch), callMs: 5_000, signal: AbortSignal.timeout(5_000), spend },
          system: 's',
          messages: [{ role: 'user', content: 'q' }],
          tools: { reply: tool({ description: 'r', inputSchema: jsonSchema(REPLY_SCHEMA as never) }) },
        },
        isWatched ? async (text) => void parts.push(text) : undefined,
      )
      assert.deepEqual([said, tokens], [INPUT, 250])
      assert.deepEqual(asked, [isWatched])
      if (isWatched) assert.deepEqual(JSON.parse(parts.at(-1) as string), INPUT)
    })
  }
}

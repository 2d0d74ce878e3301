import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

/** What a provider was asked: an OpenAI-compatible request. */
export interface ProviderRequest {
  model: string
  messages: { role: string; content: string | { text: string }[] | null; tool_call_id?: string }[]
  /** None where a summary is asked for. */
  tools?: { function: { name: string } }[]
}

/** How it answers: calls of tools, words, or whatever it does to the response itself. */
export type ProviderBehaviour = (request: ProviderRequest, response: ServerResponse) => Said | Promise<Said>

type Said = Call[] | string | undefined

type Call = { name: string; args: unknown }

/** Behaviour for texts that get vectors. */
export type EmbeddingBehaviour = (texts: string[], response: ServerResponse) => number[][] | undefined

export interface Provider {
  /** What a server is started with to ask it. */
  env: Record<string, string>
  requests: ProviderRequest[]
  headers: IncomingMessage['headers'][]
  behave(behaviour: ProviderBehaviour): void
  /** What vectors were asked for. */
  embedded: { model: string; input: string[] }[]
  embed(behaviour: EmbeddingBehaviour): void
}

/** An OpenAI-compatible provider on a port of its own, which does what a test says. */
export async function startProvider(): Promise<Provider> {
  const requests: ProviderRequest[] = []
  const headers: IncomingMessage['headers'][] = []
  const embedded: Provider['embedded'] = []
  let behaviour: ProviderBehaviour = () => []
  let embed: EmbeddingBehaviour = (texts) => texts.map((text) => vectorOf(text))
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const sent = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    if (request.url?.endsWith('/embeddings')) {
      embedded.push(sent)
      const vectors = embed(sent.input, response)
      if (!vectors) return
      response.setHeader('content-type', 'application/json')
      const data = vectors.map((embedding, index) => ({ object: 'embedding', index, embedding }))
      const tokens = 10 * vectors.length
      const usage = { prompt_tokens: tokens, total_tokens: tokens }
      response.end(JSON.stringify({ object: 'list', model: sent.model, data, usage }))
      return
    }
    const body = sent as ProviderRequest
    requests.push(body)
    headers.push(request.headers)
    const calls = await behaviour(body, response)
    if (calls === undefined) return
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(completion(body.model, calls)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    env: {
      AI_PROVIDER: 'openai-compatible',
      AI_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
      AI_MODEL: 'test-model',
      AI_ALLOW_CIDRS: '127.0.0.0/8',
    },
    requests,
    headers,
    behave: (next) => {
      behaviour = next
    },
    embedded,
    embed: (next) => {
      embed = next
    },
  }
}

const DIMENSIONS = 64

/** A vector that is near those of texts with the same words, where the words of one row of `alike` count as the same. */
export function vectorOf(text: string, alike: string[][] = []): number[] {
  const sum = new Array<number>(DIMENSIONS).fill(0)
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    const bytes = createHash('sha512')
      .update(alike.find((row) => row.includes(word))?.join() ?? word)
      .digest()
    for (let i = 0; i < DIMENSIONS; i++) sum[i] = (sum[i] as number) + (bytes[i] as number) - 127.5
  }
  return sum
}

function completion(model: string, said: Call[] | string): object {
  const isText = typeof said === 'string'
  const message = {
    role: 'assistant',
    ...(isText ? { content: said } : { content: null, tool_calls: said.map(callOf) }),
  }
  return {
    id: 'completion',
    object: 'chat.completion',
    created: 0,
    model,
    choices: [{ index: 0, finish_reason: isText ? 'stop' : 'tool_calls', message }],
    usage: { prompt_tokens: 200, completion_tokens: 50, total_tokens: 250 },
  }
}

function callOf({ name, args }: Call, i: number): object {
  return {
    id: `call_${i}_${Math.random().toString(36).slice(2)}`,
    type: 'function',
    function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
  }
}

/** Begins an answer as a stream; gives what sends pieces of the arguments of its one call of `reply`, and ends it. */
export function streamReply(response: ServerResponse): { send: (piece: string) => void; end: () => void } {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const chunk = (delta: object, more: object = {}) => {
    const choice = { index: 0, finish_reason: null, delta, ...more }
    const about = { id: 'completion', object: 'chat.completion.chunk', created: 0, model: 'test-model' }
    response.write(`data: ${JSON.stringify({ ...about, choices: [choice] })}\n\n`)
  }
  const part = (call: object) => chunk({ tool_calls: [{ index: 0, ...call }] })
  chunk({ role: 'assistant', content: null })
  part({ id: 'call_0', type: 'function', function: { name: 'reply', arguments: '' } })
  return {
    send: (piece) => part({ function: { arguments: piece } }),
    end() {
      chunk({}, { finish_reason: 'tool_calls' })
      const usage = { prompt_tokens: 200, completion_tokens: 50, total_tokens: 250 }
      response.write(
        `data: ${JSON.stringify({ id: 'completion', created: 0, model: 'test-model', choices: [], usage })}\n\n`,
      )
      response.end('data: [DONE]\n\n')
    },
  }
}

/** Everything that the model was shown, as one text. */
export function shownTo({ messages }: ProviderRequest): string {
  return messages
    .map(({ content }) => (typeof content === 'string' ? content : (content ?? []).map(({ text }) => text).join(' ')))
    .join('\n')
}

/** A reply, as a call of its tool. */
export const reply = (text: string, sourceIds: string[], more: object = {}) => [
  { name: 'reply', args: { action: 'answer', text, sourceIds, topic: null, ...more } },
]

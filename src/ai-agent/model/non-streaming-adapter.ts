/** How a model is spoken to. */
export type Provider = 'openai-compatible' | 'anthropic'

/**
 * A `fetch` for responses that were requested as a stream but may arrive as a whole, as many a gateway between us
 * and a model gives them: those are read as a stream of one piece.
 */
export function takingWholeAnswers(fetch: typeof globalThis.fetch, provider: Provider): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    const isWhole = /^application\/json\b/i.test(response.headers.get('content-type') ?? '')
    if (!response.ok || !isWhole || !asksForStream(init?.body)) return response
    const events = eventsOf(await response.json(), provider)
    const text = events.map((event) => `event: ${event.type ?? 'message'}\ndata: ${JSON.stringify(event)}\n\n`).join('')
    return new Response(text, { headers: { 'content-type': 'text/event-stream' } })
  }
}

const asksForStream = (body: unknown) => typeof body === 'string' && Object(JSON.parse(body)).stream === true

// biome-ignore lint/suspicious/noExplicitAny: what a provider sends; the library checks each event
type Sent = any

function eventsOf(answer: Sent, provider: Provider): Sent[] {
  return provider === 'anthropic' ? eventsOfMessage(answer) : [chunkOf(answer)]
}

/** A chat completion as its only chunk. */
function chunkOf({ choices = [], ...about }: Sent): Sent {
  return {
    ...about,
    choices: choices.map(({ message, ...choice }: Sent) => {
      const tool_calls = message?.tool_calls?.map((call: Sent, index: number) => ({ index, ...call }))
      return { ...choice, delta: { ...message, tool_calls } }
    }),
  }
}

/** A message of Anthropic's as the events that would have told it. */
function eventsOfMessage({ content = [], stop_reason, stop_sequence = null, usage, ...about }: Sent): Sent[] {
  const blocks = content.flatMap((block: Sent, index: number) => {
    const isCall = block.type === 'tool_use'
    const delta = isCall
      ? { type: 'input_json_delta', partial_json: JSON.stringify(block.input) }
      : { type: 'text_delta', text: block.text }
    return [
      { type: 'content_block_start', index, content_block: isCall ? { ...block, input: {} } : { ...block, text: '' } },
      { type: 'content_block_delta', index, delta },
      { type: 'content_block_stop', index },
    ]
  })
  return [
    { type: 'message_start', message: { ...about, content: [], stop_reason: null, stop_sequence: null, usage } },
    ...blocks,
    { type: 'message_delta', delta: { stop_reason, stop_sequence }, usage },
    { type: 'message_stop' },
  ]
}

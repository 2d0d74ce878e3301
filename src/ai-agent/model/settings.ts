/** Which model answers, and within what; undefined where none is configured: the AI agent then works offline. */
export interface ModelSettings {
  provider: 'openai-compatible' | 'anthropic'
  /** The provider's address, without a slash at its end; the library's own for anthropic where none is given. */
  baseUrl: string | undefined
  apiKey: string | undefined
  model: string
  /** All calls of one turn together, in milliseconds. */
  timeoutMs: number
  /** A store's tokens a UTC day, in and out together; undefined for no limit. */
  tokensPerDay: number | undefined
}

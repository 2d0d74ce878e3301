import type { LanguageModel } from 'ai'

/** A model, and what a run of it may take: one or several calls. */
export interface ModelRun {
  model: LanguageModel
  /** Milliseconds that one call may take (AI_TIMEOUT). */
  callMs: number
  /** Ends the run whole. */
  signal: AbortSignal
  /** Hears of the tokens of each call, of one that comes to nothing too. */
  spend: (tokens: number) => void
}

/** The library's options for a run: always the same words for the same question, and no tries of the library's own. */
export function optionsOf({ model, callMs, signal, spend }: ModelRun) {
  return {
    model,
    temperature: 0,
    maxRetries: 0,
    timeout: { stepMs: callMs },
    abortSignal: signal,
    onLanguageModelCallEnd: ({ usage }: { usage: { totalTokens: number | undefined } }) =>
      spend(usage.totalTokens ?? 0),
  }
}

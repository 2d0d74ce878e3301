import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { Database } from '#database/database.ts'
import { countWaitingTurns } from '#storage/ai-agent/turns.ts'
import { countArticlesToEmbed } from '#storage/knowledge/article-vectors.ts'
import type { EmbeddingOutcome } from './embeddings/embedding-model.ts'
import type { ModelOutcome } from './model/model.ts'

export interface AiAgentMetrics {
  /** Counts a turn that ended with an outcome, after `ms` of work. */
  ran(outcome: string, ms: number): void
  /** The model was asked, or was not because of its budget or its failures. */
  asked(outcome: ModelOutcome, tokens: number): void
  /** The embedding model was asked for a question's vector or articles', or was not. */
  embedded(use: 'question' | 'articles', outcome: EmbeddingOutcome, tokens: number): void
}

/** Turns that wait, asked of the database with each scrape: of a process that does them. */
export function watchWaitingTurns(registry: Registry, database: Database): void {
  new Gauge({
    name: 'parley_ai_jobs_pending',
    help: 'AI jobs that are pending or in progress, of all stores.',
    registers: [registry],
    async collect() {
      this.set(await countWaitingTurns(database.system))
    },
  })
}

/** Counts articles that wait for their vectors. */
export function watchArticlesToEmbed(registry: Registry, database: Database): void {
  new Gauge({
    name: 'parley_ai_articles_pending',
    help: 'Articles that wait for their embedding, of all stores.',
    registers: [registry],
    async collect() {
      this.set(await countArticlesToEmbed(database.system))
    },
  })
}

/** The AI agent's figures: turns by outcome, how long they took, and what became of calls of the model. */
export function aiAgentMetrics(registry: Registry): AiAgentMetrics {
  const turns = new Counter({
    name: 'parley_ai_jobs_total',
    help: 'AI jobs by outcome: answer, ask_back, hand_over, discarded, summary, failed.',
    labelNames: ['outcome'] as const,
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'parley_ai_job_duration_seconds',
    help: 'Time from claiming an AI job to its commit.',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 30],
    registers: [registry],
  })
  const asked = new Counter({
    name: 'parley_ai_model_calls_total',
    help: 'Model calls by outcome: answered, rejected (failed verification), failed, circuit_open, over_budget.',
    labelNames: ['outcome'] as const,
    registers: [registry],
  })
  const embedded = new Counter({
    name: 'parley_ai_embedding_calls_total',
    help: 'Embedding model calls by use (question, articles) and outcome: answered, failed, circuit_open, over_budget.',
    labelNames: ['use', 'outcome'] as const,
    registers: [registry],
  })
  const tokens = new Counter({
    name: 'parley_ai_tokens_total',
    help: 'Tokens used by models, input and output.',
    registers: [registry],
  })
  return {
    asked(outcome, count) {
      asked.inc({ outcome })
      tokens.inc(count)
    },
    embedded(use, outcome, count) {
      embedded.inc({ use, outcome })
      tokens.inc(count)
    },
    ran(outcome, ms) {
      turns.inc({ outcome })
      seconds.observe(ms / 1000)
    },
  }
}

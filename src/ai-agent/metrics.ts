import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { Database } from '#database/database.ts'
import { countWaitingTurns } from '#storage/ai-agent/turns.ts'

export interface AiAgentMetrics {
  /** A turn ended with an outcome, after so many milliseconds of work. */
  ran(outcome: string, ms: number): void
}

/** The AI agent's figures: turns that wait, turns by outcome, and how long they took. */
export function aiAgentMetrics(registry: Registry, database: Database): AiAgentMetrics {
  new Gauge({
    name: 'parley_ai_turns_waiting',
    help: 'Turns of the AI agent that wait or are under way, of all stores.',
    registers: [registry],
    async collect() {
      this.set(await countWaitingTurns(database.system))
    },
  })
  const turns = new Counter({
    name: 'parley_ai_turns_total',
    help: 'Turns of the AI agent by outcome: answer, ask_back, hand_over, discarded, summary, failed.',
    labelNames: ['outcome'] as const,
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'parley_ai_turn_duration_seconds',
    help: 'From claiming a turn to its commit.',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 30],
    registers: [registry],
  })
  return {
    ran(outcome, ms) {
      turns.inc({ outcome })
      seconds.observe(ms / 1000)
    },
  }
}

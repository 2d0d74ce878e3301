import assert from 'node:assert/strict'
import { sleep } from './until.ts'

const ROUNDS = 10
const PAUSE_MS = 5
const WORK_MS = 2

/**
 * Fails when more than `ms` passed since `startedAt` (by `performance.now()`), on a machine that is quiet. On a busy one it
 * allows as many times more as a fixed piece of work takes longer right now.
 */
export async function assertQuick(startedAt: number, ms: number, what = 'it'): Promise<void> {
  const took = performance.now() - startedAt
  if (took < ms) return
  const allowed = ms * (await slowness())
  assert.ok(took < allowed, `${what} took ${Math.round(took)} ms; ${Math.round(allowed)} ms were allowed`)
}

/** How many times longer short pauses with some work between them take than they would on a quiet machine; at least 1. */
export async function slowness(): Promise<number> {
  const began = performance.now()
  for (let round = 0; round < ROUNDS; round++) {
    await sleep(PAUSE_MS)
    const { user, system } = process.cpuUsage()
    for (let used = 0; used < WORK_MS * 1_000; ) {
      const now = process.cpuUsage()
      used = now.user + now.system - user - system
    }
  }
  // Timers of a quiet machine are late by about a millisecond.
  return Math.max(1, (performance.now() - began) / (ROUNDS * (PAUSE_MS + 1 + WORK_MS)))
}

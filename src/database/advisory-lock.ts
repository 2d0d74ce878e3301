import type { SystemQueries } from './database.ts'

/**
 * Runs `work` unless another process is at it right now: then nothing happens and the answer is null. `what` is any
 * number that no other lock of the service uses. The lock is its session's and ends with it, however that ends.
 */
export async function tryWithAdvisoryLock<T>(
  system: SystemQueries,
  what: number,
  work: () => Promise<T>,
): Promise<T | null> {
  const [lock] = await system.query<{ isMine: boolean }>('select pg_try_advisory_lock($1) as is_mine', [what])
  if (!lock?.isMine) return null
  try {
    return await work()
  } finally {
    await system.query('select pg_advisory_unlock($1)', [what])
  }
}

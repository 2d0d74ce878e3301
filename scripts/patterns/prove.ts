import { check } from 'recheck'

/**
 * How long a pattern may be examined, in milliseconds. Attacks are tried with texts of up to `ATTACK_MAX` characters and
 * count as found from `STEPS_MAX` steps on, some 75 per character: what takes time by the square of the length takes a
 * hundred times as many, and a repetition with a bound fewer.
 */
const TIMEOUT_MS = 60_000
const ATTACK_MAX = 20_000
const STEPS_MAX = 1_500_000

/**
 * Why a pattern is not known to take time by the length of its text alone; null where it is. Most are proven by an
 * automaton; for those with lookarounds and back references an attack is searched for, always from the same seed.
 */
export async function disprove({ source, flags }: { source: string; flags: string }): Promise<string | null> {
  const options = { timeout: TIMEOUT_MS, maxAttackStringSize: ATTACK_MAX, attackLimit: STEPS_MAX }
  const verdict = await check(source, flags.replace('v', 'u'), options)
  if (verdict.status === 'safe') return null
  if (verdict.status === 'vulnerable')
    return `${verdict.complexity.summary}, such as for ${verdict.attack.pattern.slice(0, 200)}`
  return `not decided: ${verdict.error.kind}`
}

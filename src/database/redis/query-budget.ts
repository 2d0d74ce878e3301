import type { Redis } from './redis.ts'

/** What a budget shared by several processes needs (core/rates/query-budget.ts says what it means). */
interface Budget {
  charge(name: string, points: number): Promise<number>
  reserve(name: string, points: number): Promise<{ taken: number; left: number }>
}

/** The numbers of a bucket, in points. */
export interface Bucket {
  size: number
  perSecond: number
  debtMax: number
}

/**
 * Refills by Redis's own clock, takes, and answers what is left. What is kept expires once the bucket must be full.
 * Numbers travel as text: a script's numbers would lose what stands behind the point.
 */
const CHARGE = `
local size, per_second, debt_max, points = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local kept = redis.call('HMGET', KEYS[1], 'points', 'at')
local left = size
if kept[1] then left = math.min(size, kept[1] + (now - kept[2]) / 1000 * per_second) end
if ARGV[5] == 'reserve' then
  if left <= 0 then points = 0 else points = math.min(points, left + debt_max) end
end
left = math.min(size, math.max(left - points, -debt_max))
if points ~= 0 then
  redis.call('HSET', KEYS[1], 'points', tostring(left), 'at', tostring(now))
  redis.call('PEXPIRE', KEYS[1], math.ceil((size + debt_max) / per_second * 1000))
end
return {tostring(left), tostring(points)}`

/** One budget for all processes. While Redis is away each process has one of its own (`fallback`). */
export function createRedisQueryBudget(redis: Redis, bucket: Bucket, fallback: Budget, prefix = 'budget'): Budget {
  const numbers = [bucket.size, bucket.perSecond, bucket.debtMax].map(String)
  const run = async (name: string, points: number, how: 'charge' | 'reserve') => {
    const options = { keys: [`${prefix}:${name}`], arguments: [...numbers, String(points), how] }
    const reply = await redis.tryWith((client) => client.eval(CHARGE, options))
    return reply === null ? null : (reply as string[]).map(Number)
  }
  return {
    async charge(name, points) {
      const [left] = (await run(name, points, 'charge')) ?? []
      return left ?? fallback.charge(name, points)
    },
    async reserve(name, points) {
      const [left, taken] = (await run(name, points, 'reserve')) ?? []
      return left === undefined || taken === undefined ? fallback.reserve(name, points) : { taken, left }
    },
  }
}

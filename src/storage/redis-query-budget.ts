import type { Redis } from './redis.ts'

/** What a budget shared by several processes needs (core/query-budget.ts says what it means). */
interface Budget {
  charge(shopId: string, points: number): Promise<number>
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
left = math.max(left - points, -debt_max)
if points > 0 then
  redis.call('HSET', KEYS[1], 'points', tostring(left), 'at', tostring(now))
  redis.call('PEXPIRE', KEYS[1], math.ceil((size + debt_max) / per_second * 1000))
end
return tostring(left)`

/** One budget for all processes. While Redis is away each process has one of its own (`fallback`). */
export function createRedisQueryBudget(redis: Redis, bucket: Bucket, fallback: Budget): Budget {
  const numbers = [bucket.size, bucket.perSecond, bucket.debtMax].map(String)
  return {
    async charge(shopId, points) {
      const options = { keys: [`budget:${shopId}`], arguments: [...numbers, String(points)] }
      const left = await redis.tryWith((client) => client.eval(CHARGE, options))
      return left === null ? fallback.charge(shopId, points) : Number(left)
    },
  }
}

import type { Logger } from '#base/logger.ts'
import type { UploadBudgets } from '#core/files/upload-quotas.ts'
import {
  DOCUMENT_TIME,
  MAIL_DAY_MS,
  QUERY_BUCKET,
  RATE_WINDOW_MS,
  SIGN_IN_WINDOW_MS,
  UPLOAD_QUOTAS,
} from '#core/limits.ts'
import { MemoryQueryBudget, type QueryBudget } from '#core/rates/query-budget.ts'
import { MemoryRateCounter, type RateCounter } from '#core/rates/rate-counter.ts'
import type { Transport } from '#database/bus/transport.ts'

/** What is counted for each key, address and store. */
export interface Counters {
  counter: RateCounter
  signInCounter: RateCounter
  /** Counts mails per day. */
  mailCounter: RateCounter
  budget: QueryBudget
  /** The time that GraphQL documents take, by address or store. */
  documentTime: QueryBudget
  /** Bytes of files. */
  uploads: UploadBudgets
  /** Between processes, where there is Redis. */
  transport?: Transport
  close(): Promise<void>
}

/** Counters of this process, or, with Redis, of all processes together. */
export async function openCounters(redisUrl: string | undefined, logger: Logger): Promise<Counters> {
  const memory = {
    counter: new MemoryRateCounter(),
    signInCounter: new MemoryRateCounter(SIGN_IN_WINDOW_MS),
    mailCounter: new MemoryRateCounter(MAIL_DAY_MS),
    budget: new MemoryQueryBudget(),
    documentTime: new MemoryQueryBudget(DOCUMENT_TIME),
  }
  const uploads = {
    address: new MemoryQueryBudget(UPLOAD_QUOTAS.address),
    person: new MemoryQueryBudget(UPLOAD_QUOTAS.person),
    store: new MemoryQueryBudget(UPLOAD_QUOTAS.store),
  }
  const close = async () => {
    await Promise.all([...Object.values(memory), ...Object.values(uploads)].map((one) => one.close()))
  }
  if (!redisUrl) return { ...memory, uploads, close }
  const [{ openRedis }, { createRedisRateCounter }, { createRedisQueryBudget }] = await Promise.all([
    import('#database/redis/redis.ts'),
    import('#database/redis/rate-counter.ts'),
    import('#database/redis/query-budget.ts'),
  ])
  const redis = await openRedis(redisUrl, logger)
  return {
    counter: createRedisRateCounter(redis, RATE_WINDOW_MS, memory.counter),
    signInCounter: createRedisRateCounter(redis, SIGN_IN_WINDOW_MS, memory.signInCounter),
    mailCounter: createRedisRateCounter(redis, MAIL_DAY_MS, memory.mailCounter),
    budget: createRedisQueryBudget(redis, QUERY_BUCKET, memory.budget),
    documentTime: createRedisQueryBudget(redis, DOCUMENT_TIME, memory.documentTime, 'document-time'),
    uploads: {
      address: createRedisQueryBudget(redis, UPLOAD_QUOTAS.address, uploads.address, 'uploads:address'),
      person: createRedisQueryBudget(redis, UPLOAD_QUOTAS.person, uploads.person, 'uploads:person'),
      store: createRedisQueryBudget(redis, UPLOAD_QUOTAS.store, uploads.store, 'uploads:store'),
    },
    transport: redis.transport,
    close: async () => {
      redis.close()
      await close()
    },
  }
}

import { SecretBox } from '#base/secret-box.ts'

/** A key for benchmarks, which fill a database themselves and then start the service on it. */
export const BENCH_SECRET_KEY = Buffer.alloc(32, 'bench').toString('base64')

export const benchSecrets = () => new SecretBox([Buffer.from(BENCH_SECRET_KEY, 'base64')])

import { type CleanUp, cleanUpAll, openServer, type Server } from '#test/service/server.ts'
import { freshDatabase } from '../database.ts'
import { BENCH_SECRET_KEY } from '../secrets.ts'

const { BENCH_SERVER_URL } = process.env

/** Starts the service with an empty database for a while. */
export async function withServer<T>(env: Record<string, string>, use: (server: Server) => Promise<T>): Promise<T> {
  const cleanUp: CleanUp = []
  try {
    const database: Record<string, string> = BENCH_SERVER_URL
      ? { DATABASE_URL: await freshDatabase(BENCH_SERVER_URL, 'parley_bench_shops'), SECRET_KEY: BENCH_SECRET_KEY }
      : {}
    return await use(await openServer(cleanUp, { env: { ...database, ...env } }))
  } finally {
    await cleanUpAll(cleanUp)
  }
}

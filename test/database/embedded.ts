import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { createLogger } from '#base/logger.ts'
import { SecretBox } from '#base/secret-box.ts'
import type { Database } from '#database/database.ts'
import { openDatabase } from '#database/open.ts'

/** An embedded database of a test file's own, without a service around it; it goes when the file is through. */
export async function openEmbedded(name: string): Promise<{ database: Database; directory: string }> {
  const directory = await mkdtemp(join(tmpdir(), `parley-${name}-`))
  const database = await openDatabase({
    databaseUrl: undefined,
    dataDir: directory,
    secrets: new SecretBox([randomBytes(32)]),
    logger: createLogger('silent'),
  })
  after(async () => {
    await database.close()
    await rm(directory, { recursive: true })
  })
  return { database, directory }
}

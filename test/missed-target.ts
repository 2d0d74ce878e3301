import { clock } from '#base/clock.ts'
import { createLogger } from '#base/logger.ts'
import { readConfig } from '#config'
import { doWhatIsDue } from '#core/rule-runs/worker.ts'
import { openDatabase } from '#database/open.ts'
import { openSecretBox } from '#wiring/secret-key.ts'
import type { Client } from './client.ts'
import { query } from './database.ts'
import { ok } from './expect.ts'
import type { Store } from './factories.ts'
import type { Server } from './server.ts'

const NONE = { first_reply: null, next_reply: null, resolve: null }
const SOON = { ...NONE, first_reply: 5 }

/** Sets reply-time targets: an hour, and five minutes for what is urgent. */
export async function setTargets(admin: Client): Promise<void> {
  const targets = { urgent: SOON, high: NONE, normal: { ...NONE, first_reply: 60 }, low: NONE }
  ok(await admin.put('/api/chat/targets', { inHours: false, targets }))
}

/** Has a conversation's customer wait for so many minutes already, on a PostgreSQL server: a target is a minute at least. */
export async function haveWaited(databaseUrl: string, id: string, minutes: number): Promise<void> {
  const since = new Date(Date.now() - minutes * 60_000).toISOString()
  await query(databaseUrl, 'update conversations set waits_since = $2 where id = $1 and waits_since is not null', [
    id,
    since,
  ])
}

/** The same of one whose customer has just written: half an hour, which is too long. */
export async function missTarget(databaseUrl: string, store: Store, admin: Client, id: string): Promise<void> {
  ok(await store.api.post(`/chat/conversations/${id}/messages`, { text: 'Anybody?', asCustomer: true }), 201)
  await haveWaited(databaseUrl, id, 30)
  ok(await admin.post(`/api/chat/conversations/${id}/priority`, { priority: 'urgent' }))
}

/** Works off what is due in a store so many hours later; the server is stopped meanwhile. */
export async function workLater(server: Server, shopId: string, hours: number): Promise<void> {
  await server.stop() // the embedded database has one user at a time
  const config = readConfig(server.env)
  const logger = createLogger('silent')
  const { databaseUrl, dataDir } = config
  const database = await openDatabase({ databaseUrl, dataDir, secrets: openSecretBox(config, logger), logger })
  const real = clock.now
  try {
    clock.now = () => real() + hours * 3_600_000
    const shop = database.shop(shopId)
    while (await doWhatIsDue(shop, new Date(clock.now()), { languageOf: () => 'en', logger }));
  } finally {
    clock.now = real
    await database.close()
  }
  await server.restart()
}

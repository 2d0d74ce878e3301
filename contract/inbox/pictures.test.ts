import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLogger } from '#base/logger.ts'
import { readConfig } from '#config'
import { openFileBytes } from '#core/files/file-bytes.ts'
import { FileStore } from '#core/files/files.ts'
import { deleteWhatIsOld } from '#core/stores/retention.ts'
import { openDatabase } from '#database/open.ts'
import { ok, refused } from '#test/expect.ts'
import { addConversation, makeStore } from '#test/fixtures/factories.ts'
import { signInOwner } from '#test/fixtures/inbox.ts'
import { startServer } from '#test/service/server.ts'
import { openSecretBox } from '#wiring/secret-key.ts'

// Pictures that admins upload for the widget: kept while the settings show them.

const DAY = 86_400_000
const server = await startServer()
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('spec C8.23: an uploaded picture is kept while the settings show it, and goes with the clean-up afterwards', async () => {
  const store = await makeStore(server)
  const inbox = await signInOwner(server, store)
  const bytes = { 'content-type': 'application/octet-stream' }
  const upload = async (name: string) => ok(await inbox.call('POST', `/api/chat/files?name=${name}`, PNG, bytes), 201)
  const [logo, old, campaign, unused] = [
    await upload('logo.png'),
    await upload('old.png'),
    await upload('sale.png'),
    await upload('unused.png'),
  ]
  const set = async (widget: object) => ok(await inbox.patch('/api/chat/settings', { settings: { widget } }))
  await set({ logoUrl: old.url })
  await set({ logoUrl: logo.url, campaigns: [{ key: 'sale', text: 'Sale', imageUrl: campaign.url }] })
  // A picture of the settings is not sent as well: deleting that message would take it from the widget.
  const { id } = await addConversation(store, {})
  const message = { text: 'x', isNote: true, files: [logo.id] }
  refused(await inbox.post(`/api/chat/conversations/${id}/messages`, message), 400, 'INVALID_PARAMS')
  assert.equal((await fetch(server.baseUrl + logo.url)).status, 200)
  await server.stop() // the embedded database has one user at a time

  const config = readConfig(server.env)
  const { databaseUrl, dataDir } = config
  const logger = createLogger('silent')
  const secrets = openSecretBox(config, logger)
  const database = await openDatabase({ databaseUrl, dataDir, secrets, logger })
  try {
    await deleteWhatIsOld(
      database,
      new FileStore(database, openFileBytes(config), logger),
      new Date(Date.now() + 2 * DAY),
    )
    const rows = await database
      .shop(store.shopId)
      .query<{ id: string }>('select id from uploads where shop_id = $1 order by id')
    assert.deepEqual(rows.map((row) => row.id).sort(), [logo.id, campaign.id].sort())
    assert.ok(![old.id, unused.id].some((gone) => rows.some((row) => row.id === gone)))
  } finally {
    await database.close()
  }
})

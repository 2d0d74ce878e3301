import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createLogger } from '#base/logger.ts'
import { readConfig } from '#config'
import { createService } from './service.ts'

test('thousands of connections may wait to be taken in: a crowd comes at once', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'parley-listen-'))
  t.after(() => rm(directory, { recursive: true, force: true }))
  const listen = t.mock.method(Server.prototype, 'listen')
  const env = { DATA_DIR: directory, PORT: '0', HOST: '127.0.0.1', DEMO: '0', STOP_DELAY: '0s' }
  const service = await createService(readConfig(env), createLogger('silent'))
  await service.start()
  await service.stop()
  const given = listen.mock.calls.map(({ arguments: [options] }) => options as { port?: number; backlog?: number })
  assert.deepEqual(
    given.filter(({ port }) => port === 0).map(({ backlog }) => backlog),
    [4_096],
  )
})

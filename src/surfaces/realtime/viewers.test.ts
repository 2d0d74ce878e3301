import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PRESENCE_STALE_MS } from '#core/limits.ts'
import { Bus } from '#database/bus/bus.ts'
import type { Database } from '#database/database.ts'
import { Viewers } from './viewers.ts'

test('who looks at a conversation elsewhere is shown, and no longer once that process has fallen silent', (t) => {
  t.mock.timers.enable({ apis: ['setInterval', 'Date'] })
  const bus = new Bus()
  const shown: string[][] = []
  const viewers = new Viewers({ bus } as Database, (_shopId, _id, memberIds) => shown.push(memberIds))
  viewers.come('shop_1', 'c', 'here')
  bus.publish('shop_1', { kind: 'viewing', id: 'c', process: 'other', memberIds: ['there'] })
  assert.deepEqual(shown.at(-1), ['here', 'there'])
  t.mock.timers.tick(PRESENCE_STALE_MS / 2)
  assert.deepEqual(shown.at(-1), ['here', 'there'])
  t.mock.timers.tick(PRESENCE_STALE_MS)
  assert.deepEqual(shown.at(-1), ['here'])
  viewers.stop()
})

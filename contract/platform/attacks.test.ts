import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attack, startAttacked } from '#test/fixtures/webhook-attacks.ts'
import { startServer } from '#test/service/server.ts'

// Spec C12: what nobody may believe of shops, in numbers (bench/shops sends a thousand).

const SENT = 80
const { env, targets } = await startAttacked()
const server = await startServer({ env })

test('spec C12.3, C12.7: of many webhooks that are forged, another shop’s or sent again, none changes a record', async () => {
  for (const target of await targets(server)) {
    const { sent, forged, changed } = await attack(server, target, SENT)
    assert.ok(sent >= SENT, target.platform.kind)
    assert.deepEqual([target.platform.kind, forged, changed], [target.platform.kind, [401], []])
  }
})

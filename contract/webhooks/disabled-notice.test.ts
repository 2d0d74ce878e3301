import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startMailWorld } from '#test/doubles/mail.ts'
import { answer } from '#test/doubles/receiver.ts'
import { ok } from '#test/expect.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { signInMember, signInOwner } from '#test/fixtures/inbox.ts'
import { say, shows, startWithReceiver, subscribe } from '#test/fixtures/webhooks.ts'
import { until } from '#test/until.ts'

const world = await startMailWorld()
const { server, receiver } = await startWithReceiver(world.env)

for (const { path, status, queue } of [
  { path: '/down', status: 500, queue: /are kept for it/ },
  { path: '/gone', status: 410, queue: /are dropped/ },
]) {
  test(`spec 6.4.${status === 410 ? 4 : 3}: a subscription that ${status} disables is in the audit log and mailed to the admins`, async () => {
    const store = await makeStore(server, { name: 'Lamps & Co' })
    const owner = await signInOwner(server, store)
    const { member } = await signInMember(server, store)
    const other = await signInMember(server, store, { role: 'admin' })
    receiver.on(path, ...Array.from({ length: 7 }, () => answer(status)))
    const subscription = await subscribe(store, receiver.url(path))
    await say(store, 'Hello')
    await shows(store, subscription, { isActive: false })
    const host = new URL(receiver.url(path)).host
    for (const email of [store.owner.email, other.member.email]) {
      const [mail] = await until(`mail to ${email}`, async () => {
        const sent = (await world.sentTo(email)).filter(({ subject }) => /webhook/.test(subject ?? ''))
        return sent.length > 0 && sent
      })
      assert.equal(mail?.subject, 'A webhook of Lamps & Co was disabled')
      assert.ok(mail?.text?.includes(`to ${host}, because its deliveries failed.`), mail?.text)
      assert.match(mail?.text ?? '', new RegExp(`answered ${status}`))
      assert.match(mail?.text ?? '', queue)
      assert.match(mail?.text ?? '', /\/inbox\/settings\/webhooks/)
    }
    assert.deepEqual(await world.sentTo(member.email), [])
    const log = ok(await owner.get('/api/chat/audit-log?limit=20')) as {
      action: string
      target: string
      details: object
    }[]
    const entry = log.find(({ action }) => action === 'webhook.disabled')
    assert.equal(entry?.target, subscription.id)
    assert.deepEqual(Object.keys(entry?.details ?? {}), ['url', 'reason'])
  })
}

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { networkOf } from '#base/network.ts'
import { MAIL_DAY_MS } from '#core/limits.ts'
import { MemoryRateCounter } from '#core/rates/rate-counter.ts'
import { standingClock } from '#test/clock.ts'
import { takeMail } from './mail-counts.ts'

const time = standingClock()
const counter = new MemoryRateCounter(MAIL_DAY_MS)
after(() => counter.close())

const max = { recipient: 2, network: 3, store: 4 }

test('mails are counted by address, network and store for a day; what is not sent does not count', async () => {
  const take = async (shopId: string, to: string, ip: string | null, isSent = true) => {
    const mail = { shopId, to, network: ip === null ? null : networkOf(ip) }
    const giveBack = await takeMail(counter, 'x', mail, max)
    if (!isSent) await giveBack?.()
    return giveBack !== null
  }
  for (let i = 0; i < 5; i++) assert.equal(await take('a', 'kim@a.example', '2001:db8::1', false), true)
  assert.deepEqual(
    [
      await take('a', 'kim@a.example', '2001:db8::1'),
      await take('b', 'KIM@a.example', '192.0.2.1'),
      await take('c', 'kim@a.example', '192.0.2.2'), // third to the address, whatever the store
      await take('a', 'lee@a.example', '2001:db8::2'),
      await take('a', 'sam@a.example', '2001:db8::3'),
      await take('d', 'ana@a.example', '2001:db8::4'), // fourth from the network, whatever the store
      await take('a', 'ana@a.example', null),
      await take('a', 'joe@a.example', null), // fifth of the store
      await take('b', 'joe@a.example', null),
    ],
    [true, true, false, true, true, false, true, false, true],
  )
  time.now += MAIL_DAY_MS
  assert.equal(await take('a', 'kim@a.example', '2001:db8::1'), true)
})

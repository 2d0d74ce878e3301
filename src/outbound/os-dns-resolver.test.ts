import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SystemNames } from './os-dns-resolver.ts'

/** A system resolver that answers when the test lets it. */
function slowSystem() {
  const running: { host: string; answer: (addresses: string[]) => void }[] = []
  const names = new SystemNames((host) => new Promise((answer) => running.push({ host, answer })))
  return { running, names, hosts: () => running.map(({ host }) => host) }
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

test('a thousand names that do not resolve hold two threads at a time, and one question serves all who ask', async () => {
  const { running, names, hosts } = slowSystem()
  const found = Array.from({ length: 1_000 }, (_, i) => names.find(`${i % 500}.example`, 60_000))
  assert.deepEqual(hosts(), ['0.example', '1.example'])
  for (let i = 0; i < 500; i++) {
    running[i]?.answer([`192.0.2.${i % 256}`])
    await turn()
    assert.ok(running.length <= i + 3)
  }
  const answers = await Promise.all(found)
  assert.equal(running.length, 500)
  assert.deepEqual([answers[7], answers[507]], [['192.0.2.7'], ['192.0.2.7']])
})

test('what nobody waits for any more is not looked up', async () => {
  const { running, names } = slowSystem()
  const slow = ['a', 'b'].map((host) => names.find(host, 60_000))
  const late = ['c', 'd'].map((host) => names.find(host, 0))
  for (const { answer } of [...running]) answer([])
  assert.deepEqual(await Promise.all([...slow, ...late]), [[], [], [], []])
  assert.equal(running.length, 2)
  const again = names.find('c', 60_000)
  assert.equal(running.length, 3)
  running[2]?.answer(['192.0.2.1'])
  assert.deepEqual(await again, ['192.0.2.1'])
})

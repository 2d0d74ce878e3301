import assert from 'node:assert/strict'
import { test } from 'node:test'
import { depth } from '#test/depth.ts'
import { startGraph } from '#test/doubles/graph.ts'
import { startServer } from '#test/service/server.ts'
import type { Door, FuzzRequest } from './door.ts'
import { Random } from './random.ts'
import { send } from './send.ts'
import { makeWorld, OTHER_CUSTOMER, OTHER_STORE } from './world.ts'

// Made-up requests through every door of a running service, mostly valid, many not. None may end the process, be
// answered with an error of the service's own, hold what belongs to others or stay in memory.
//
//   FUZZ_REQUESTS=1000000 npm run fuzz       how many; otherwise 2,000, and 10,000 in `npm run test:all`
//   FUZZ_SEED=a FUZZ_ONLY=1234 npm run fuzz  one request of a run, again

const { FUZZ_REQUESTS = String(depth(2_000, 10_000)), FUZZ_SEED = new Date().toISOString(), FUZZ_ONLY } = process.env
const SIDE_BY_SIDE = 12
const FAULTS_MAX = 10
const MEMORY_MB_MAX = 1_200

const graph = await startGraph()

test(`${FUZZ_REQUESTS} requests of the seed ${FUZZ_SEED}`, { timeout: 6 * 3_600_000 }, async (t) => {
  const server = await startServer({ ownProcess: true, env: graph.env })
  const doors = await makeWorld(server, graph)
  const pick = doors.flatMap((door) => Array<Door>(door.weight).fill(door))
  const counts = new Map<string, Map<string, number>>()
  const faults: string[] = []

  async function run(index: number): Promise<void> {
    const random = new Random(FUZZ_SEED, index)
    const door = random.pick(pick)
    const made = door.make(random)
    const fault = await faultOf(server.baseUrl, door, made, (status) => {
      const ofDoor = counts.get(door.name) ?? new Map<string, number>()
      const kind = String(status)
      counts.set(door.name, ofDoor.set(kind, (ofDoor.get(kind) ?? 0) + 1))
    })
    if (fault)
      faults.push(`${fault}\n  FUZZ_SEED=${FUZZ_SEED} FUZZ_ONLY=${index}: ${JSON.stringify(made).slice(0, 2_000)}`)
  }

  const first = FUZZ_ONLY === undefined ? 0 : Number(FUZZ_ONLY)
  const end = FUZZ_ONLY === undefined ? Number(FUZZ_REQUESTS) : first + 1
  let next = first
  const worker = async () => {
    while (next < end && faults.length < FAULTS_MAX) {
      const index = next++
      if (index % 50_000 === 0 && index > first)
        process.stderr.write(`${index} requests, ${await memoryMb(server)} MB\n`)
      await run(index)
    }
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker))

  for (const [name, ofDoor] of counts) {
    t.diagnostic(
      `${name}: ${[...ofDoor]
        .sort()
        .map(([kind, count]) => `${count} × ${kind}`)
        .join(', ')}`,
    )
    // A door that only refuses tests nothing but its guard.
    if (FUZZ_ONLY === undefined)
      assert.ok(
        ['200', '201', '202', '101'].some((kind) => ofDoor.has(kind)) && (ofDoor.get('401') ?? 0) < sum(ofDoor) / 2,
        `${name} was never passed, or seldom`,
      )
  }
  const memory = await memoryMb(server)
  t.diagnostic(`${memory} MB at the end`)
  assert.deepEqual(faults, [], faults.join('\n'))
  assert.ok(memory < MEMORY_MB_MAX, `${memory} MB are still in use`)
  const errors = server
    .logs()
    .split('\n')
    .filter((line) => /"level":(50|60)/.test(line))
  assert.deepEqual(errors.slice(0, 5), [])
})

/** What is wrong with the answer to a request, or nothing. */
async function faultOf(baseUrl: string, door: Door, made: FuzzRequest, tell: (status: number) => void) {
  try {
    const { status, text } = await send(baseUrl, made)
    tell(status)
    if (status >= 500 && status !== 503) return `answered ${status}: ${text.slice(0, 300)}`
    if (/\bat .+\.[tj]s:\d+|postgres(ql)? error|PGlite/i.test(text)) return `tells of its inside: ${text.slice(0, 300)}`
    if (door.sees !== 'everything' && text.includes(OTHER_STORE)) return 'holds a record of the other store'
    if (door.sees === 'own' && text.includes(OTHER_CUSTOMER)) return 'holds a record of another customer'
    return null
  } catch (error) {
    return `no answer: ${error instanceof Error ? `${error.name} ${error.message} ${String(error.cause ?? '')}` : error}`
  }
}

const sum = (counts: Map<string, number>) => [...counts.values()].reduce((a, b) => a + b, 0)

async function memoryMb({ baseUrl, operatorToken }: { baseUrl: string; operatorToken: string }): Promise<number> {
  const answer = await fetch(`${baseUrl}/metrics`, { headers: { authorization: `Bearer ${operatorToken}` } })
  const bytes = /^process_resident_memory_bytes (\S+)/m.exec(await answer.text())?.[1]
  return Math.round(Number(bytes) / 2 ** 20)
}

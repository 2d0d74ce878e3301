import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Random } from '#base/random.ts'
import { depth } from '#test/depth.ts'
import { startGraph } from '#test/doubles/graph.ts'
import { makeStore } from '#test/fixtures/factories.ts'
import { startServer } from '#test/service/server.ts'
import type { Door, FuzzRequest } from './door.ts'
import { send } from './send.ts'
import { Watcher, waitBeside } from './watcher.ts'
import { makeWorld, OTHER_CUSTOMER, OTHER_STORE } from './world.ts'

// Made-up requests through every door of a running service, mostly valid, many not. None may end the process, be
// answered with an error of the service's own, hold what belongs to others, stay in memory or keep another store waiting.
//
//   FUZZ_REQUESTS=1000000 npm run fuzz       how many; otherwise 2,000, and 10,000 in `npm run test:all`
//   FUZZ_SEED=a FUZZ_ONLY=1234 npm run fuzz  one request of a run, again

const { FUZZ_REQUESTS = String(depth(2_000, 10_000)), FUZZ_SEED = new Date().toISOString(), FUZZ_ONLY } = process.env
const SIDE_BY_SIDE = 12
const FAULTS_MAX = 10
const MEMORY_MB_MAX = 1_200
/**
 * How long a request of another store may wait, in milliseconds of a quiet machine: beside one request that is sent alone,
 * and beside all of them, whose work adds up.
 */
const WAIT_MS = { alone: 250, beside: 1_000 }
/** Requests that a wait may be due to: those without an answer, and the latest, whose work may come after the answer. */
const LATEST = 40
/** What may hold others up: with the embedded database, a backup copies all of it, and only the operator asks for one. */
const MAY_HOLD_UP = /^\/operator\/backup/
/** Waits of which each such request is sent again, alone. */
const WAITS_LOOKED_AT = 3

const graph = await startGraph()

test(`${FUZZ_REQUESTS} requests of the seed ${FUZZ_SEED}`, { timeout: 6 * 3_600_000 }, async (t) => {
  const server = await startServer({ ownProcess: true, env: graph.env })
  const doors = await makeWorld(server, graph)
  const pick = doors.flatMap((door) => Array<Door>(door.weight).fill(door))
  const counts = new Map<string, Map<string, number>>()
  const faults: string[] = []

  const other = await makeStore(server)
  const ask = () => other.api.get('/chat/tags')
  const latest: number[] = []
  const underWay = new Set<number>()
  const makeAgain = (index: number) => {
    const random = Random.of(`${FUZZ_SEED}/${index}`)
    const door = random.pick(pick)
    return { door, made: door.make(random) }
  }

  async function run(index: number): Promise<void> {
    const { door, made } = makeAgain(index)
    latest.push(index)
    if (latest.length > LATEST) latest.shift()
    underWay.add(index)
    const fault = await faultOf(server.baseUrl, door, made, (status) => {
      const ofDoor = counts.get(door.name) ?? new Map<string, number>()
      const kind = String(status)
      counts.set(door.name, ofDoor.set(kind, (ofDoor.get(kind) ?? 0) + 1))
    })
    underWay.delete(index)
    if (fault)
      faults.push(`${fault}\n  FUZZ_SEED=${FUZZ_SEED} FUZZ_ONLY=${index}: ${JSON.stringify(made).slice(0, 2_000)}`)
  }

  const first = FUZZ_ONLY === undefined ? 0 : Number(FUZZ_ONLY)
  const end = FUZZ_ONLY === undefined ? Number(FUZZ_REQUESTS) : first + 1
  let next = first
  const watcher = new Watcher(ask, () => [...new Set([...underWay, ...latest])], WAIT_MS.alone)
  const worker = async () => {
    while (next < end && faults.length < FAULTS_MAX) {
      const index = next++
      if (index % 50_000 === 0 && index > first)
        process.stderr.write(`${index} requests, ${await memoryMb(server)} MB\n`)
      await run(index)
    }
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker))
  const { count, waits: all } = await watcher.stop()
  const mayHoldUp = (index: number) => MAY_HOLD_UP.test(makeAgain(index).made.path)
  const waits = all.filter(({ beside }) => !beside.some(mayHoldUp))
  const besideBackups = all.length - waits.length
  t.diagnostic(`${count} requests of another store; ${waits.length} waited for more than ${WAIT_MS.alone} ms`)
  t.diagnostic(`${besideBackups} more waited beside a backup of the operator's`)
  for (const { ms, quietMs } of waits.slice(0, 5)) {
    t.diagnostic(`one waited for ${Math.round(ms)} ms, on a quiet machine ${Math.round(quietMs)} ms`)
  }
  const longest = waits[0]?.quietMs ?? 0
  if (longest > WAIT_MS.beside) faults.push(`another store waited for ${Math.round(longest)} ms`)
  for (const index of new Set(waits.slice(0, WAITS_LOOKED_AT).flatMap(({ beside }) => beside))) {
    const { made } = makeAgain(index)
    const ms = await waitBeside(ask, () => send(server.baseUrl, made), WAIT_MS.alone)
    if (ms <= WAIT_MS.alone) continue
    const what = `FUZZ_SEED=${FUZZ_SEED} FUZZ_ONLY=${index}: ${JSON.stringify(made).slice(0, 500)}`
    faults.push(`another store waits for ${Math.round(ms)} ms beside one request\n  ${what}`)
  }

  for (const [name, ofDoor] of counts) {
    t.diagnostic(
      `${name}: ${[...ofDoor]
        .sort()
        .map(([kind, count]) => `${count} × ${kind}`)
        .join(', ')}`,
    )
    // A door that mostly refuses tests nothing but its guard. Not half: of few requests that many may lack credentials by chance.
    if (FUZZ_ONLY === undefined)
      assert.ok(
        ['200', '201', '202', '101'].some((kind) => ofDoor.has(kind)) &&
          (ofDoor.get('401') ?? 0) < (sum(ofDoor) * 2) / 3,
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

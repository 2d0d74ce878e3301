import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { query } from '../database/database.ts'
import { startPair } from '../database/standby.ts'
import { startReceiver } from '../doubles/receiver.ts'
import { makeStore } from '../fixtures/factories.ts'
import { deliveryEnv, subscribe } from '../fixtures/webhooks.ts'
import { claimPort } from '../service/claim-port.ts'
import { type CleanUp, cleanUpAll, OPERATOR_TOKEN, openServer, type Server } from '../service/server.ts'
import { startRelay } from '../service/tcp-proxy.ts'
import { sleep, until } from '../until.ts'
import { Crowd, percentile } from './crowd.ts'
import { Conversation, type Sent } from './load.ts'

// `npm run processes:operations`: four web and two worker processes on one PostgreSQL server with a standby and one Redis,
// behind HAProxy as docs/examples/haproxy.cfg configures it. Restarts and kills them under load, and prints what requests,
// sockets and endpoints of webhooks saw of it. Needs haproxy, redis-server and PostgreSQL's programs (test/database/standby.ts).
// SOCKETS (20000 unless told) is how many more shoppers have a socket open, most of them silent; 0 for none.

const [WEB, WORKERS, STORES, SHOPPERS] = [4, 2, 4, 24]
/** Time after which everyone has what they missed. */
const MISSED_MS = 5_000
const SOCKETS = Number(process.env.SOCKETS ?? 20_000)
/** Two files each for HAProxy; the rest is for what comes and goes. */
const FILES = Number(execFileSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).replace('unlimited', '1048576'))
/** Processes of HAProxy: one suffices if the system lets it open enough files; otherwise they share its port. */
const PROXIES = Math.ceil((3 * SOCKETS + 1_000) / FILES)

const cleanUp: CleanUp = []
after(() => cleanUpAll(cleanUp))
const directory = mkdtempSync(join(tmpdir(), 'parley-processes-'))
cleanUp.push(async () => rmSync(directory, { recursive: true, force: true }))

function launch(program: string, args: string[]): ChildProcess {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  child.once('exit', (code) => code && console.error(`${program} ended with code ${code}`))
  process.once('exit', () => child.kill('SIGKILL'))
  cleanUp.push(async () => void child.kill('SIGKILL'))
  return child
}

const redisPort = await claimPort()
const startRedis = () =>
  launch('redis-server', ['--port', `${redisPort}`, '--bind', '127.0.0.1', '--save', '', '--dir', directory])

/** The page's configuration, with these processes in the place of its four. */
function proxyConfig(port: number, servers: Server[]): string {
  const page = readFileSync(new URL('../../docs/examples/haproxy.cfg', import.meta.url), 'utf8')
  const lines = servers.map(({ baseUrl }, i) => `  server web${i + 1} ${new URL(baseUrl).host}`)
  const given = page.split('\n').filter((line) => !line.startsWith('  server '))
  const text = [...given, ...lines, ''].join('\n').replace('bind :8080', `bind 127.0.0.1:${port}`)
  assert.ok(text.includes(`:${port}\n`))
  return text
}

async function startAll(databasePort: number, proxyPort: number, more: Record<string, string>) {
  const env = {
    DATABASE_URL: `postgres://root@127.0.0.1:${databasePort}/postgres`,
    REDIS_URL: `redis://127.0.0.1:${redisPort}`,
    SECRET_KEY: Buffer.alloc(32, 'tests').toString('base64'),
    BASE_URL: `http://127.0.0.1:${proxyPort}`,
    TRUST_PROXY: '127.0.0.1',
    ...more,
  }
  const open = (ROLE: string, count: number, STOP_DELAY: string) =>
    Promise.all(Array.from({ length: count }, () => openServer(cleanUp, { env: { ...env, ROLE, STOP_DELAY } })))
  // In half of it a process's sockets leave, and come back to others: 400 a second on this machine.
  const leaveS = Math.max(2.5, SOCKETS / WEB / 400)
  const web = await open('web', WEB, `${Math.ceil(2 * leaveS)}s`) // all at once: one migrates
  const workers = await open('worker', WORKERS, '0s')
  const config = join(directory, 'haproxy.cfg')
  writeFileSync(config, proxyConfig(proxyPort, web))
  execFileSync('haproxy', ['-c', '-q', '-f', config], { stdio: 'inherit' })
  for (let i = 0; i < PROXIES; i++) launch('haproxy', ['-q', '-f', config])
  const baseUrl = env.BASE_URL
  await until('the proxy', async () => (await fetch(`${baseUrl}/readyz`).catch(() => null))?.ok, 30_000)
  return { web, workers, baseUrl }
}

test('processes are restarted and killed, and nothing is lost', async () => {
  const redis = { now: startRedis() }
  const pair = await startPair(cleanUp)
  const relay = await startRelay(pair.port)
  const receiver = await startReceiver()
  const { web, workers, baseUrl } = await startAll(relay.port, await claimPort(), deliveryEnv(receiver))
  const stores = await Promise.all(
    Array.from({ length: STORES }, () => makeStore({ baseUrl, operatorToken: OPERATOR_TOKEN })),
  )
  for (const store of stores) await subscribe(store, receiver.url(`/${store.shopId}`))
  const conversations: Conversation[] = []
  for (let i = 0; i < SHOPPERS; i++) {
    const store = stores[i % STORES] as (typeof stores)[number]
    conversations.push(await Conversation.begin(baseUrl, store))
  }
  const all = (): Sent[] => conversations.flatMap(({ sent }) => [...sent.values()])
  cleanUp.push(async () => {
    for (const one of conversations) one.close()
  })
  const seen = new Set<Sent>()
  const faults: string[] = []
  const table: Record<string, string | number>[] = []
  const crowd = new Crowd()
  const databaseUrl = `postgres://root@127.0.0.1:${relay.port}/postgres`
  await crowd.make(databaseUrl, stores, SOCKETS)
  await crowd.open(baseUrl, cleanUp)
  const loads = [...conversations.map((one) => one.load()), crowd.load(stores)]

  /** What the crowd's sockets saw of a step, as a line of the table. */
  const lookAtCrowd = async (step: string) => {
    const { back, late, missing } = await crowd.look(databaseUrl)
    if (missing > 0) faults.push(`${step}: ${missing} of the crowd's sockets are not there, or have not got everything`)
    const [slowest, latest] = [percentile(back, 1), percentile(late, 1)]
    if (Math.max(slowest, latest) > MISSED_MS) faults.push(`${step}: the crowd waited ${slowest} and ${latest} ms`)
    const line = (values: number[]) => [0.5, 0.99, 1].map((share) => Math.round(percentile(values, share))).join(' / ')
    return {
      step,
      'cut off': back.length,
      'back after ms (p50 / p99 / all)': line(back),
      messages: late.length,
      'on the socket ms after the answer': line(late),
    }
  }

  /** Does something under load, waits until everybody has what was answered, and tells what it was like. */
  const watch = async (
    what: string,
    step: () => Promise<void>,
    { mayCutOff = 0, mayRefuse = 0 } = {},
  ): Promise<void> => {
    for (const one of conversations) for (const list of [one.failures, one.times]) list.length = 0
    const begun = performance.now()
    await step()
    await sleep(2_000)
    const seconds = ((performance.now() - begun) / 1000).toFixed(1)
    const answered = all().filter(({ answeredAt }) => answeredAt !== undefined)
    await until('everybody to have everything', () => answered.every(({ seenAt }) => seenAt !== undefined), 60_000)
    const news = answered.filter((one) => !seen.has(one))
    for (const one of news) seen.add(one)
    const latest = Math.max(...news.map(({ answeredAt = 0, seenAt = 0 }) => seenAt - answeredAt))
    const failures = conversations.flatMap((one) => one.failures)
    const slowest = Math.round(Math.max(...conversations.flatMap((one) => one.times)))
    const cutOff = failures.filter((status) => status === 0 || status === 502).length
    const kinds = Object.entries(Object.groupBy(failures, (status) => status)).map(([k, v]) => `${k}: ${v?.length}`)
    console.log(
      `${what}: ${seconds} s, ${news.length} messages answered; ${kinds.length ? kinds.join(', ') : 'no request failed'}; ` +
        `slowest answer ${slowest} ms; latest on a socket ${latest} ms after its answer`,
    )
    table.push(await lookAtCrowd(what))
    if (latest > MISSED_MS) faults.push(`${what}: a socket had a message after ${latest} ms`)
    if (failures.length - cutOff > mayRefuse || cutOff > mayCutOff) faults.push(`${what}: ${kinds.join(', ')}`)
  }

  await watch('before', () => sleep(5_000))
  const restartAll = async () => {
    for (const one of [...web, ...workers]) await one.restart()
  }
  await watch('restart of each process, one after the other', restartAll)
  const killWeb = async () => {
    await web[1]?.kill()
    await sleep(3_000)
    await web[1]?.restart()
  }
  // What it was working on: a request of each shopper and of each member at most.
  await watch('a web process killed', killWeb, { mayCutOff: (2 * SHOPPERS) / WEB })
  const killWorker = async () => {
    await workers[0]?.kill()
    await sleep(3_000)
    await workers[0]?.restart()
  }
  await watch('a worker killed', killWorker)
  const loseRedis = async () => {
    redis.now.kill('SIGKILL')
    await sleep(5_000)
    redis.now = startRedis()
    await sleep(3_000)
  }
  await watch('Redis killed and started again', loseRedis)
  const loseDatabase = async () => {
    pair.failOver()
    relay.moveTo(pair.standbyPort)
    await sleep(3_000)
  }
  const any = Number.POSITIVE_INFINITY // while there is none
  await watch('the database lost, and its standby in its place', loseDatabase, { mayCutOff: any, mayRefuse: any })
  await watch('after', () => sleep(5_000))

  console.log(`${SOCKETS} more sockets through ${PROXIES} process(es) of HAProxy`)
  console.table(table)
  for (const one of [...conversations, crowd]) one.end()
  await Promise.all(loads)
  const url = `postgres://root@127.0.0.1:${pair.standbyPort}/postgres`
  const rows = await query<{ text: string; count: number }>(
    url,
    "select text, count(*)::int as count from messages where text ~ '^(customer|member) ' group by text",
  )
  const stored = new Map(rows.map(({ text, count }) => [text, count]))
  const answered = all().filter(({ answeredAt }) => answeredAt !== undefined)
  const lost = answered.filter(({ text }) => !stored.has(text)).length
  const doubled = rows.filter(({ count }) => count > 1).length
  const delivered = () => new Set(receiver.received().map(({ event }) => event.data?.text))
  await until('all deliveries', () => rows.every(({ text }) => delivered().has(text)), 120_000)
  console.log(
    `${answered.length} messages answered, ${rows.length} stored: ${lost} lost, ${doubled} doubled; each was delivered ` +
      `(${receiver.received().length} deliveries)`,
  )
  assert.deepEqual({ lost, doubled, faults }, { lost: 0, doubled: 0, faults: [] })
})

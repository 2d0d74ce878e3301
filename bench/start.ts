import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { cpuOf, median, rssOf } from './measure.ts'
import { type Running, start, startService } from './service.ts'

// npm run bench:start — from the start of the process until it listens and until /readyz answers, its processor time until
// then, and the memory it rests at. Beside it `node -e` that only listens, from which the goals are counted.

const serverUrl = process.env.BENCH_SERVER_URL ?? 'postgres://root@127.0.0.1:5432/postgres'
const ROUNDS = 3
const ONLY_LISTENS = `const server = require('node:http').createServer((_request, response) => response.end())
  server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ address: 'http://127.0.0.1:' + server.address().port })))`

interface Start {
  listeningMs: number
  readyMs: number
  cpuMs: number
  rssMb: number
}

async function startOnce(starting: Promise<Running>): Promise<Start> {
  const service = await starting
  const asked = performance.now()
  while (!(await fetch(`${service.url}/readyz`)).ok) await new Promise((resolve) => setTimeout(resolve, 5))
  const readyMs = service.startMs + performance.now() - asked
  const cpuMs = cpuOf(service.pid) / 1_000
  await new Promise((resolve) => setTimeout(resolve, 2_000)) // at rest
  const rssMb = rssOf(service.pid)
  await service.stop()
  return { listeningMs: service.startMs, readyMs, cpuMs, rssMb }
}

const middle = (starts: Start[], name: keyof Start) => Math.round(median(starts.map((start) => start[name])))

/** A first start on nothing, then a second on what it made. */
async function measureStarts(floor: Start[], makeEnv: (round: number) => Promise<Record<string, string>>) {
  const first: Start[] = []
  const second: Start[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const env = await makeEnv(round)
    floor.push(await startOnce(start('-e', {}, [ONLY_LISTENS])))
    first.push(await startOnce(startService(env)))
    second.push(await startOnce(startService(env)))
  }
  return {
    'first: ready ms': middle(first, 'readyMs'),
    'second: listening ms': middle(second, 'listeningMs'),
    'second: ready ms': middle(second, 'readyMs'),
    'more than node -e': middle(second, 'readyMs') - middle(floor, 'readyMs'),
    'second: processor ms': middle(second, 'cpuMs'),
    'rss at rest MB': middle(second, 'rssMb'),
  }
}

const scratch = mkdtempSync(join(tmpdir(), 'parley-bench-'))
const admin = postgres(serverUrl, { max: 1, onnotice: () => {} })
const name = 'parley_bench_start'
const floor: Start[] = []
try {
  const server = await measureStarts(floor, async () => {
    await admin.unsafe(`drop database if exists ${name}`)
    await admin.unsafe(`create database ${name}`)
    return { DATABASE_URL: Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href }
  })
  const embedded = await measureStarts(floor, async (round) => ({
    DATA_DIR: join(scratch, String(round)),
    DATABASE_URL: '',
  }))
  const withDemo = await measureStarts(floor, async (round) => ({
    DATA_DIR: join(scratch, `demo-${round}`),
    DATABASE_URL: '',
    DEMO: '1',
  }))
  console.table({
    'node -e that listens': {
      'second: listening ms': middle(floor, 'listeningMs'),
      'second: ready ms': middle(floor, 'readyMs'),
      'second: processor ms': middle(floor, 'cpuMs'),
      'rss at rest MB': middle(floor, 'rssMb'),
    },
    PostgreSQL: server,
    embedded,
    'embedded, demo store': withDemo,
    goals: {
      'first: ready ms': 'embedded with demo store: 4,000',
      'more than node -e': 'PostgreSQL 1,000; embedded 2,000',
      'rss at rest MB': 'PostgreSQL 150',
    },
  })
} finally {
  await admin.unsafe(`drop database if exists ${name}`)
  await admin.end()
  rmSync(scratch, { recursive: true, force: true })
}

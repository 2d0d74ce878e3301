import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { median, rssOf } from './measure.ts'
import { startService } from './service.ts'

// npm run bench:start — from the start of the process to its first line "server listening", and the memory it rests at.

const serverUrl = process.env.BENCH_SERVER_URL ?? 'postgres://root@127.0.0.1:5432/postgres'

interface Start {
  ms: number
  rssMb: number
}

async function startOnce(env: Record<string, string>): Promise<Start> {
  const service = await startService(env)
  await new Promise((resolve) => setTimeout(resolve, 2_000)) // at rest
  const rssMb = rssOf(service.pid)
  await service.stop()
  return { ms: service.startMs, rssMb }
}

/** A first start on nothing, then a second on what it made; three times over. */
async function measureStarts(makeEnv: (round: number) => Promise<Record<string, string>>) {
  const first: Start[] = []
  const second: Start[] = []
  for (let round = 0; round < 3; round++) {
    const env = await makeEnv(round)
    first.push(await startOnce(env))
    second.push(await startOnce(env))
  }
  const middle = (starts: Start[], name: keyof Start) => Math.round(median(starts.map((start) => start[name])))
  return {
    'first start ms': middle(first, 'ms'),
    'second start ms': middle(second, 'ms'),
    'rss at rest MB': middle(second, 'rssMb'),
  }
}

const scratch = mkdtempSync(join(tmpdir(), 'parley-bench-'))
const admin = postgres(serverUrl, { max: 1, onnotice: () => {} })
const name = 'parley_bench_start'
try {
  const embedded = await measureStarts(async (round) => ({ DATA_DIR: join(scratch, String(round)), DATABASE_URL: '' }))
  const withDemo = await measureStarts(async (round) => ({
    DATA_DIR: join(scratch, `demo-${round}`),
    DATABASE_URL: '',
    DEMO: '1',
  }))
  const server = await measureStarts(async () => {
    await admin.unsafe(`drop database if exists ${name}`)
    await admin.unsafe(`create database ${name}`)
    return { DATABASE_URL: Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href }
  })
  console.table({
    embedded: { ...embedded, floor: 'first 4,000, then 2,000' },
    'embedded, demo store': { ...withDemo, floor: 'first 4,000, then 2,000' },
    PostgreSQL: { ...server, floor: '1,000; 150 MB' },
  })
} finally {
  await admin.unsafe(`drop database if exists ${name}`)
  await admin.end()
  rmSync(scratch, { recursive: true, force: true })
}

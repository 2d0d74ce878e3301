import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { answers } from '../test/service/answers.ts'
import { claimPort } from '../test/service/claim-port.ts'

// `npm run services`: starts PostgreSQL 15 and Redis for tests, prints where, and stops them on Ctrl+C.
// `npm run services -- npm test`: runs a command with them, which gets TEST_DATABASE_URL and REDIS_URL.
// A server that answers at TEST_DATABASE_URL or REDIS_URL already is used, and left running. Those started here have ports
// and a directory of their own. They need Debian's packages `postgresql` and `redis-server`.

const START_MS = 30_000
const command = process.argv.slice(2)
const { TEST_DATABASE_URL = 'postgres://root@127.0.0.1:5432/test', REDIS_URL = 'redis://127.0.0.1:6379' } = process.env
const directory = mkdtempSync(join(tmpdir(), 'parley-services-'))
const started: ChildProcess[] = []

interface User {
  uid?: number
  gid?: number
}

/** Starts a server, as another user where `as` is given, and resolves when it listens. */
async function start(program: string, args: string[], url: string, as: User = {}): Promise<string> {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'], ...as })
  started.push(child)
  let end: string | undefined
  child.once('error', (error) => {
    end = error.message
  })
  child.once('exit', (code) => {
    end = `it ended with code ${code}`
  })
  const late = Date.now() + START_MS
  while (!(await answers(url))) {
    if (end || Date.now() > late) throw new Error(`${program} did not start: ${end ?? `no answer at ${url}`}`)
    await sleep(50)
  }
  return url
}

async function startPostgres(): Promise<string> {
  const programs = globSync('/usr/lib/postgresql/*/bin').sort().at(-1)
  if (!programs) throw new Error("PostgreSQL is not installed: install Debian's package postgresql")
  const port = await claimPort()
  const data = join(directory, 'postgresql')
  // PostgreSQL does not run as root: there the user that Debian's package created runs it.
  const user = process.getuid?.() === 0 ? findUser('postgres') : {}
  if (user.uid !== undefined && user.gid !== undefined) chownSync(directory, user.uid, user.gid)
  const cluster = ['-D', data, '-U', 'root', '-A', 'trust', '-E', 'UTF8']
  const made = spawnSync(`${programs}/initdb`, cluster, { encoding: 'utf8', cwd: directory, ...user })
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)
  // Tests need no durability beyond the server's own life: they kill the service, never PostgreSQL's machine.
  const settings = [
    ...['fsync=off', 'full_page_writes=off', 'max_connections=300', 'log_min_messages=fatal'],
    `unix_socket_directories=${directory}`,
  ]
  const flags = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])]
  return start(`${programs}/postgres`, flags, `postgres://root@127.0.0.1:${port}/postgres`, user)
}

async function startRedis(): Promise<string> {
  const port = await claimPort()
  const flags = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', tmpdir()]
  return start('redis-server', flags, `redis://127.0.0.1:${port}`)
}

function findUser(name: string): User {
  const read = (flag: string) => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout)
  return { uid: read('-u'), gid: read('-g') }
}

async function stop(): Promise<void> {
  for (const child of started) {
    if (child.exitCode !== null || child.pid === undefined) continue
    child.kill('SIGINT') // PostgreSQL's fast shutdown: connections are closed
    await once(child, 'exit')
  }
  rmSync(directory, { recursive: true, force: true })
}

let code = 1
try {
  const databaseUrl = (await answers(TEST_DATABASE_URL)) ? TEST_DATABASE_URL : await startPostgres()
  const redisUrl = (await answers(REDIS_URL)) ? REDIS_URL : await startRedis()
  console.log(`TEST_DATABASE_URL=${databaseUrl}\nREDIS_URL=${redisUrl}`)
  if (command.length > 0) {
    const env = { ...process.env, TEST_DATABASE_URL: databaseUrl, REDIS_URL: redisUrl }
    const [program, ...args] = command as [string, ...string[]]
    const child = spawn(program, args, { stdio: 'inherit', env })
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
    const [exitCode] = await once(child, 'exit')
    code = exitCode ?? 1
  } else {
    console.log('Ctrl+C stops them.')
    await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
    code = 0
  }
} catch (error) {
  console.error((error as Error).message)
} finally {
  await stop()
}
process.exit(code)

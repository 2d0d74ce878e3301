import assert from 'node:assert/strict'
import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { parse } from 'yaml'
import { createDatabase, onPostgres } from '#test/database/database.ts'
import { installService, readDockerfile } from '#test/package.ts'
import { claimPort } from '#test/service/claim-port.ts'
import { REDIS, withoutRedis } from '#test/service/redis.ts'
import { startServer } from '#test/service/server.ts'
import { until } from '#test/until.ts'

// What docs/operate/install.md gives operators, as far as a machine without a container engine and without systemd as its
// first process can run it: the image's steps run in directories of their own, and with its variables; `npm ci` in a
// clean tree is what CI begins with. Not run here: the base image itself, compose's network and volumes, the unit's fences.

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const steps = readDockerfile()
const last = steps.slice(steps.findLastIndex(({ name }) => name === 'FROM'))
const textOf = (name: string) => last.find((step) => step.name === name)?.text ?? ''
/** A name that any machine has, and that owns nothing. */
const NOBODY = 65534

test('the image is built in one stage and run in another, on a slim base, by a user without rights', () => {
  const bases = steps.filter(({ name }) => name === 'FROM').map(({ text }) => text)
  assert.deepEqual(bases, ['node:24-bookworm-slim AS build', 'node:24-bookworm-slim'])
  const copies = last.filter(({ name }) => ['COPY', 'ADD'].includes(name)).map(({ text }) => text)
  assert.deepEqual(copies, ['--from=build /opt/parley /opt/parley'])
  assert.equal(textOf('USER'), 'node')
  const ofUser = last.findIndex(({ name }) => name === 'USER')
  assert.deepEqual(
    last.slice(ofUser).filter(({ name }) => ['RUN', 'COPY'].includes(name)),
    [],
  )
  for (const step of steps)
    assert.match(step.name, /^(FROM|WORKDIR|COPY|RUN|ENV|USER|VOLUME|EXPOSE|STOPSIGNAL|HEALTHCHECK|CMD)$/)
  const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n')
  for (const name of ['.git', '**/node_modules', '/data', '.env']) assert.ok(ignored.includes(name), name)
})

const onEmbedded = { skip: onPostgres ? 'the embedded database is what it runs on' : false }

test(
  'the image’s command serves as another user with its own variables, is found healthy, and stops',
  onEmbedded,
  async (t) => {
    const installed = await installService()
    const directory = await mkdtemp(join(tmpdir(), 'parley-image-'))
    after(() => rm(directory, { recursive: true, force: true }))
    const port = String(await claimPort())
    const path = [join(installed, 'bin'), dirname(process.execPath), process.env.PATH].join(delimiter)
    const variables = [...textOf('ENV').matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value])
    const env: Record<string, string> = { ...Object.fromEntries(variables), PATH: path, PORT: port, HOST: '127.0.0.1' }
    assert.deepEqual([env.DATA_DIR, textOf('VOLUME'), textOf('WORKDIR')], ['/data', '/data', '/data'])
    // Here /data is a directory of its own. Who installed the package, root, is not who runs it.
    Object.assign(env, { DATA_DIR: directory, DEMO: '0', TMPDIR: directory, DATABASE_URL: '' })
    await chown(directory, NOBODY, NOBODY).catch(() => {})
    await chmod(directory, 0o700)
    const other = { uid: NOBODY, gid: NOBODY }
    const canBeOther =
      spawnSync(process.execPath, [join(installed, 'bin/parley-chat'), '--version'], other).status === 0
    if (!canBeOther) {
      t.diagnostic('run by the user of the tests: another cannot be taken on, or cannot read this directory')
      await chown(directory, process.getuid?.() ?? 0, process.getgid?.() ?? 0)
    }
    const options = { cwd: directory, env, ...(canBeOther && other) }
    const [command = '', ...args] = JSON.parse(textOf('CMD')) as string[]
    const service = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    after(() => service.kill('SIGKILL'))
    let output = ''
    for (const stream of [service.stdout, service.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text))
    const ended = once(service, 'exit')
    const [probe = '', ...probeArgs] = JSON.parse(textOf('HEALTHCHECK').replace(/^.*? CMD /, '')) as string[]
    const isHealthy = () =>
      run(probe, probeArgs, options).then(
        () => true,
        () => false,
      )
    assert.equal(await isHealthy(), false)
    await until(`health: ${output}`, async () => service.exitCode !== null || (await isHealthy()), 90_000)
    assert.equal((await fetch(`http://127.0.0.1:${port}/readyz`)).status, 200, output)
    service.kill(textOf('STOPSIGNAL') as NodeJS.Signals)
    assert.deepEqual(await ended, [0, null], output)
  },
)

const { object, string, array } = {
  string: () => Type.String({ minLength: 1 }),
  array: () => Type.Array(Type.String()),
  object: (properties: Record<string, never>) => Type.Object(properties, { additionalProperties: false }),
}
const optional = (schema: ReturnType<typeof string>) => Type.Optional(schema) as never
/** What compose.yaml may use, in the words of the Compose Specification: a misspelled key is a fault. */
const Service = Type.Object(
  {
    image: string(),
    restart: Type.Literal('unless-stopped'),
    build: optional(string()),
    init: Type.Optional(Type.Boolean()),
    read_only: Type.Optional(Type.Boolean()),
    tmpfs: Type.Optional(array()),
    cap_drop: Type.Optional(array()),
    security_opt: Type.Optional(array()),
    stop_grace_period: Type.Optional(Type.String({ pattern: '^\\d+s$' })),
    shm_size: optional(string()),
    command: Type.Optional(array()),
    ports: Type.Optional(Type.Array(Type.String({ pattern: '^127\\.0\\.0\\.1:\\d+:\\d+$' }))),
    environment: Type.Optional(Type.Record(Type.String(), Type.String())),
    volumes: Type.Optional(Type.Array(Type.String({ pattern: '^\\w+:/[\\w/]+$' }))),
    depends_on: Type.Optional(
      Type.Record(Type.String(), object({ condition: Type.Literal('service_healthy') as never })),
    ),
    healthcheck: Type.Optional(
      Type.Object(
        {
          test: array(),
          interval: Type.String({ pattern: '^\\d+s$' }),
          timeout: Type.String({ pattern: '^\\d+s$' }),
          retries: Type.Integer({ minimum: 1 }),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
)
const Compose = Type.Object(
  { name: string(), services: Type.Record(Type.String(), Service), volumes: Type.Record(Type.String(), Type.Null()) },
  { additionalProperties: false },
)
const compose = parse(readFileSync(join(ROOT, 'compose.yaml'), 'utf8')) as Type.Static<typeof Compose>

test('compose.yaml says what it means: known keys, named volumes, who waits for whom, published on loopback only', () => {
  assert.deepEqual(Value.Errors(Compose, compose), [])
  const { parley, postgres, redis } = compose.services
  assert.ok(parley && postgres?.healthcheck && redis?.healthcheck)
  assert.deepEqual(Object.keys(parley.depends_on ?? {}), ['postgres', 'redis'])
  assert.deepEqual([postgres.ports, redis.ports], [undefined, undefined])
  const mounted = Object.values(compose.services).flatMap(({ volumes = [] }) =>
    volumes.map((volume) => volume.split(':')[0]),
  )
  assert.deepEqual(mounted.sort(), Object.keys(compose.volumes).sort())
  assert.ok(Value.Errors(Compose, { ...compose, services: { parley: { ...parley, enviroment: {} } } }).length > 0)
})

/** A value with `${NAME:-default}` and `${NAME:?why}` filled in as Compose does. */
const fill = (text: string, given: Record<string, string>) =>
  text.replace(/\$\{(\w+):([-?])([^}]*)\}/g, (_, name: string, kind: string, rest: string) => {
    if (given[name]) return given[name]
    assert.equal(kind, '-', `${name}: ${rest}`)
    return rest
  })

test('compose.yaml’s variables start the service on PostgreSQL and Redis, whose checks find them healthy', {
  skip: process.env.TEST_DATABASE_URL ? withoutRedis : 'only with TEST_DATABASE_URL',
}, async () => {
  const database = await createDatabase()
  after(() => database.drop())
  const given = { POSTGRES_PASSWORD: 'secret', SECRET_KEY: Buffer.alloc(32, 'compose').toString('base64') }
  const { parley, postgres, redis } = compose.services
  const env = Object.entries(parley?.environment ?? {}).map(([name, text]) => [name, fill(text, given)] as const)
  const variables: Record<string, string> = Object.fromEntries(env)
  assert.throws(() => fill(parley?.environment?.SECRET_KEY ?? '', {}))
  const { hostname, username, pathname } = new URL(variables.DATABASE_URL ?? '')
  const { POSTGRES_USER, POSTGRES_DB } = postgres?.environment ?? {}
  assert.deepEqual([hostname, username, pathname], ['postgres', POSTGRES_USER, `/${POSTGRES_DB}`])
  assert.equal(variables.REDIS_URL, 'redis://redis:6379')
  // The names of compose's network are this machine's servers here.
  const here = { ...variables, DATABASE_URL: database.url, REDIS_URL: REDIS }
  const server = await startServer({ env: here, program: join(await installService(), 'bin/parley-chat') })
  assert.match(server.logs(), /"database":"postgresql"/)
  const { host } = new URL(database.url)
  for (const { healthcheck } of [postgres, redis] as Type.Static<typeof Service>[]) {
    const [kind, command = '', ...args] = healthcheck?.test ?? []
    assert.equal(kind, 'CMD')
    await run(command, args, {
      env: { PATH: process.env.PATH, PGHOST: host.split(':')[0], PGPORT: host.split(':')[1] },
    })
  }
})

const unit = readFileSync(join(ROOT, 'deploy/parley.service'), 'utf8')
const skip = existsSync('/usr/bin/systemd-analyze') ? false : 'there is no systemd-analyze'

test('the systemd unit is understood, and lets the service do little', { skip }, async () => {
  const directory = await mkdtemp(join(tmpdir(), 'parley-unit-'))
  after(() => rm(directory, { recursive: true, force: true }))
  const file = join(directory, 'parley.service')
  const installed = await installService()
  await writeFile(file, unit.replace('/usr/local/bin/parley-chat', join(installed, 'bin/parley-chat')))
  const { stderr } = await run('systemd-analyze', ['verify', file])
  assert.equal(stderr, '')
  await writeFile(file, unit.replace('ProtectHome=yes', 'ProtectHouse=yes'))
  const { stderr: complaint } = await run('systemd-analyze', ['verify', file]).catch((error) => error)
  assert.match(complaint, /ProtectHouse/)
  await writeFile(file, unit)
  const { stdout } = await run('systemd-analyze', ['security', '--offline=true', '--threshold=20', file])
  const [, exposure] = /exposure level for parley\.service: ([\d.]+)/.exec(stdout) ?? []
  assert.ok(Number(exposure) <= 2, `exposure ${exposure}`)
})

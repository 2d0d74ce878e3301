import { type CleanUp, cleanUpAll, openServer, type Server } from './server.ts'

// What scripts/test.ts has Node's runner do before the first test file and after the last: the servers that files share
// (`shareServer`) are started, and have to stop as a server should.

const cleanUp: CleanUp = []
let servers: Server[] = []

export async function globalSetup(): Promise<void> {
  const count = Number(process.env.SHARED ?? 1)
  servers = await Promise.all(Array.from({ length: count }, () => openServer(cleanUp)))
  process.env.SHARED_SERVERS = servers.map(({ baseUrl }) => baseUrl).join(' ')
}

export async function globalTeardown(): Promise<void> {
  const codes = await Promise.all(servers.map((server) => server.stop()))
  await cleanUpAll(cleanUp)
  if (codes.every((code) => code === 0)) return
  const ends = servers.map((server, i) => `code ${codes[i]}:\n${server.logs().slice(-5_000)}`)
  throw new Error(`a server that test files share did not end with code 0\n${ends.join('\n')}`)
}

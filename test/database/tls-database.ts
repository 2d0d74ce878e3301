import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { after } from 'node:test'
import { TLSSocket } from 'node:tls'
import type { Authority } from '../doubles/authority.ts'

/** What a client of PostgreSQL sends first where it wants TLS. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

/**
 * A PostgreSQL server that speaks TLS, in front of one that does not: the URL to reach it by, and how many connections were
 * encrypted. Connections without TLS are rejected. It ends with the test file.
 */
export async function startTlsDatabase(
  target: string,
  { key, cert }: Pick<Authority, 'key' | 'cert'>,
): Promise<{ url: (sslmode: string) => string; encrypted: () => number }> {
  const { hostname, port } = new URL(target)
  const open = new Set<Socket>()
  let encrypted = 0
  const server = createServer(async (near) => {
    open.add(near)
    near.on('error', () => {}).on('close', () => open.delete(near))
    const [first] = (await once(near, 'data').catch(() => [])) as Buffer[]
    if (!first?.equals(SSL_REQUEST)) return near.destroy()
    near.write('S')
    const secure = new TLSSocket(near, { isServer: true, key, cert })
    const far = connect(Number(port || 5432), hostname)
    secure.on('secure', () => encrypted++).on('error', () => far.destroy()) // who refuses the certificate hangs up
    far.on('error', () => near.destroy()).on('close', () => near.destroy())
    near.on('close', () => far.destroy())
    secure.pipe(far).pipe(secure)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.close()
    for (const near of open) near.destroy()
  })
  return {
    url(sslmode) {
      const url = new URL(target)
      url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
      url.searchParams.set('sslmode', sslmode)
      return url.href
    },
    encrypted: () => encrypted,
  }
}

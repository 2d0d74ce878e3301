import { connect } from 'node:net'

/** Sends bytes to a server as they are, where a well-behaved client would not; answers all that came back. */
export function sendRaw(
  baseUrl: string,
  request: string | Uint8Array,
): Promise<{ status: number; body: string; all: string }> {
  const { hostname, port } = new URL(baseUrl)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(request))
    const chunks: Buffer[] = []
    socket.setTimeout(10_000, () => socket.destroy(new Error('no answer within 10 seconds')))
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('close', () => {
      const text = Buffer.concat(chunks).toString('utf8')
      resolve({
        status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]),
        body: text.slice(text.indexOf('\r\n\r\n') + 4),
        all: text,
      })
    })
  })
}

/** A request's bytes. The connection closes after its answer. */
export function request(method: string, path: string, headers: Record<string, string>, body = ''): string {
  const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const lines = Object.entries({ host: 'localhost', connection: 'close', ...length, ...headers })
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`
}

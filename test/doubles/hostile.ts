import { gzipSync } from 'node:zlib'
import type { Behaviour } from './receiver.ts'

/** Endpoints that do not mean well. Each goes on until its connection is closed. */

/** Writes to the socket itself, past what the server would allow, until it closes. */
function repeat(text: () => string | Buffer, everyMs: number): Behaviour {
  return (response) => {
    const { socket } = response
    const timer = setInterval(() => socket?.write(text()), everyMs)
    socket?.once('close', () => clearInterval(timer))
  }
}

const raw =
  (text: string | Buffer, then?: Behaviour): Behaviour =>
  (response, request) => {
    response.socket?.write(text)
    then?.(response, request)
  }

const OK = 'HTTP/1.1 200 OK\r\n'
const BOMB = gzipSync(Buffer.alloc(64 * 1024 * 1024))

export const slowStatusLine = raw(
  'HTTP/1.1 200 ',
  repeat(() => 'O', 20),
)
export const slowHeaders = raw(
  OK,
  repeat(() => 'x-slow: 1\r\n', 200),
)
export const drippingBody = raw(
  `${OK}content-length: 100000\r\n\r\n`,
  repeat(() => '.', 20),
)
export const endlessHints = repeat(() => 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n', 2)
export const endlessContinue = repeat(() => 'HTTP/1.1 102 Processing\r\n\r\n', 2)
export const hugeHeaders = raw(`${OK}x-huge: ${'x'.repeat(1024 * 1024)}\r\n\r\n`)
export const manyHeaders = raw(`${OK}${'x-many: 1\r\n'.repeat(100_000)}\r\n`)
export const nonsense = raw('SSH-2.0-OpenSSH_9.9\r\n\r\n')
export const otherProtocol = raw(
  'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
)
export const shortBody = raw(`${OK}content-length: 100\r\n\r\nshort`, (response) => response.socket?.end())
export const badChunks = raw(`${OK}transfer-encoding: chunked\r\n\r\nzz\r\n`)
export const endlessSuccess = endlessBody(200)
export const endlessFailure = endlessBody(500)
export const gzipBomb: Behaviour = (response) =>
  void response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'application/json' }).end(BOMB)

function endlessBody(status: number): Behaviour {
  return (response) => {
    const chunk = Buffer.alloc(64 * 1024)
    const write = () => {
      while (!response.destroyed && response.write(chunk));
    }
    response.writeHead(status).on('drain', write)
    write()
  }
}

/** Closes without a word, before an answer. */
export const hangUp: Behaviour = (response) => void response.socket?.end()
/** Answers well, and then closes the connection that it promised to keep. */
export const closeAfterwards: Behaviour = (response) =>
  void response.writeHead(204).end(() => response.socket?.destroy())

import type { Socket } from 'node:net'
import type { ConnectionError } from 'fastify'
import { nullPrototypeRecord } from '#base/null-prototype-record.ts'
import { errorBody } from '../errors.ts'

const WORDS: Record<string, [status: string, message: string]> = nullPrototypeRecord({
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The path and headers are too large; at most 16 KiB.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive.'],
  HPE_INVALID_METHOD: ['400 Bad Request', 'The request’s method is none that HTTP knows.'],
})

/** Responds to an unreadable request: no object of the framework exists, so the response is written by hand. */
export function answerUnreadable(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, message] = WORDS[error.code ?? ''] ?? ['400 Bad Request', 'This is not a readable HTTP request.']
  endWith(socket, status, message, mayBeHead(error))
}

/** The policy of responses that are not pages: opened by themselves, they run nothing and cannot be framed. */
export const NOTHING_RUNS = "default-src 'none'; frame-ancestors 'none'"

/** The last answer of a connection. One to HEAD has no body. */
export function endWith(socket: Socket, status: string, message: string, isToHead: boolean): void {
  const body = isToHead ? '' : JSON.stringify(errorBody('INVALID_PARAMS', message))
  const ofBody = ['Content-Type: application/json; charset=utf-8', `Content-Length: ${Buffer.byteLength(body)}`]
  const head = [
    `HTTP/1.1 ${status}`,
    ...(isToHead ? [] : ofBody),
    'X-Content-Type-Options: nosniff',
    `Content-Security-Policy: ${NOTHING_RUNS}`,
    'Cache-Control: no-store',
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

/** Whether it is HEAD, or headers of a request whose first line came earlier and is gone. Other bytes than HTTP are not. */
function mayBeHead({ code, rawPacket }: ConnectionError): boolean {
  const packet = rawPacket as unknown as Buffer | undefined // the bytes in which the mistake was found
  const start = packet?.subarray(0, 20).toString('latin1') ?? ''
  if (code === 'HPE_HEADER_OVERFLOW' || !packet) return !/^(?!HEAD )[A-Z-]+ /.test(start)
  return start.startsWith('HEAD ')
}

import { gzipSync } from 'node:zlib'
import { Agent } from 'undici'
import { WebSocket } from 'ws'
import type { FuzzRequest } from './door.ts'

const ANSWER_MS = 60_000
const agent = new Agent({ connections: 32, bodyTimeout: ANSWER_MS, headersTimeout: ANSWER_MS })

export interface FuzzAnswer {
  /** 0 where the connection was closed without an answer. */
  status: number
  text: string
}

/** Sends a request as it is and answers all that came back, headers too. */
export async function send(baseUrl: string, made: FuzzRequest): Promise<FuzzAnswer> {
  if (made.method === 'SOCKET') return talk(baseUrl, made)
  const { method, path, headers, body } = made
  const { expect: _, ...sent } = headers // undici does not send it
  const answer = await agent.request({
    origin: baseUrl,
    path,
    method: method as 'GET',
    headers: sent,
    body: body !== undefined && headers['content-encoding'] === 'gzip' ? gzipSync(body) : (body ?? null),
  })
  const text = await answer.body.text()
  return { status: answer.statusCode, text: JSON.stringify(answer.headers) + text }
}

/** Sends frames, then a ping, and waits for its pong or for the end of the socket: the frames before were read then. */
function talk(baseUrl: string, { path, headers, frames = [] }: FuzzRequest): Promise<FuzzAnswer> {
  const socket = new WebSocket(baseUrl.replace(/^http/, 'ws') + path, { headers })
  let text = ''
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('neither a pong nor a close')), ANSWER_MS)
    socket.on('open', () => {
      for (const frame of frames) socket.send(frame)
      socket.send('{"type":"ping"}')
    })
    socket.on('message', (data) => {
      text += String(data)
      if (text.includes('"type":"pong"')) socket.close()
    })
    socket.on('unexpected-response', (_, response) => {
      clearTimeout(late)
      socket.terminate()
      resolve({ status: response.statusCode ?? 0, text })
    })
    socket.on('error', () => {})
    socket.on('close', (code) => {
      clearTimeout(late)
      resolve({ status: code === 1006 && text === '' ? 0 : code === 1011 ? 500 : 101, text })
    })
  })
}

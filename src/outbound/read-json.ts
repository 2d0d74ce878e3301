import type { Agent } from 'undici'
import { loadLater } from '#base/load-later.ts'
import type { AddressBook } from './address.ts'
import { pinnedTo } from './pinned-lookup.ts'

const undici = loadLater<typeof import('undici')>('undici')

/** What a document could not be read for; the message says which and why, for people. */
export class DocumentUnreadable extends Error {}

export interface JsonDocument {
  value: unknown
  /** For how many milliseconds the server lets it be kept; 0 where it says nothing. */
  keepMs: number
}

const HEADER_BYTES_MAX = 16 * 1024

/**
 * Reads a JSON document of somebody else's over https: from a vetted address and no other, within `timeoutMs` for all of
 * it and `bytes` as sent, following nothing, unpacking nothing, without credentials. Throws `DocumentUnreadable`.
 */
export async function readJson(
  url: URL,
  { addresses, timeoutMs, bytes }: { addresses: AddressBook; timeoutMs: number; bytes: number },
): Promise<JsonDocument> {
  if (url.protocol !== 'https:') throw new DocumentUnreadable(`${url.href} is not an https address`)
  const signal = AbortSignal.timeout(timeoutMs)
  let agent: Agent | undefined
  try {
    const address = await addresses.resolve(url.hostname)
    const { Agent, request } = undici()
    agent = new Agent({
      allowH2: false,
      maxHeaderSize: HEADER_BYTES_MAX,
      connect: { timeout: timeoutMs, ...pinnedTo(address) },
    })
    const answer = await request(url, { dispatcher: agent, signal, headers: { accept: 'application/json' } })
    // Nobody hears of what breaks after the answer is judged.
    answer.body.on('error', () => {})
    if (answer.statusCode !== 200) throw new DocumentUnreadable(`${url.host} answers ${answer.statusCode}`)
    const type = String(answer.headers['content-type'] ?? '')
    if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type)) throw new DocumentUnreadable('it is not sent as JSON')
    const chunks: Buffer[] = []
    let length = 0
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > bytes) throw new DocumentUnreadable(`it is longer than ${bytes} bytes`)
      chunks.push(chunk)
    }
    return { value: parse(Buffer.concat(chunks)), keepMs: keepMs(answer.headers['cache-control']) }
  } catch (error) {
    if (error instanceof DocumentUnreadable) throw error
    if (signal.aborted) throw new DocumentUnreadable(`${url.host} did not answer within ${timeoutMs / 1000} s`)
    throw new DocumentUnreadable((error as Error).message.slice(0, 300))
  } finally {
    void agent?.destroy()
  }
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new DocumentUnreadable('it is not valid JSON')
  }
}

function keepMs(header: string | string[] | undefined): number {
  const text = String(header ?? '')
  if (/\bno-(store|cache)\b/i.test(text)) return 0
  return Number(/\bmax-age=(\d{1,9})\b/i.exec(text)?.[1] ?? 0) * 1000
}

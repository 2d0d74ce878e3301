import { appendFileSync } from 'node:fs'
import { createParley, ParleyError } from '../../packages/client/src/index.ts'
import type { Answer } from './client.ts'
import { findOperation } from './client-operations.ts'

// The contract's tests through parley-client (`npm test` runs those of REST so once more): each call that a user of the
// client could make is made by it, its refusals by way of ParleyError. What is left to a plain request: bodies that are
// no JSON, paths and methods that the API does not have, and addresses that the client would never write.

type Document = { paths: Record<string, object> }
type Headers_ = Record<string, string>

/** The file that each process adds a line of counts to; empty: calls are plain requests. */
const TALLY = process.env.TEST_THROUGH_CLIENT ?? ''
const counts = { calls: 0, plain: 0 }
if (TALLY) process.once('exit', () => appendFileSync(TALLY, `${JSON.stringify(counts)}\n`))

const documents = new Map<string, Promise<Document>>()

/** The response by way of parley-client; null if the client has no such call, or if it must not be used. */
export async function throughClient(
  baseUrl: string,
  { method, path, body, headers }: { method: string; path: string; body: unknown; headers: Headers_ },
): Promise<Answer | null> {
  if (!TALLY) return null
  const call = await readCall(baseUrl, method, path, body)
  counts[call ? 'calls' : 'plain']++
  if (!call) return null
  let response: Response | undefined
  const { 'x-api-key': apiKey, authorization, ...others } = headers
  const operatorToken = /^Bearer (.+)$/.exec(authorization ?? '')?.[1]
  const parley = createParley({
    baseUrl,
    maxWait: 0,
    ...(apiKey !== undefined && { apiKey }),
    ...(operatorToken !== undefined && { operatorToken }),
    async fetch(request) {
      response = await fetch(request)
      return response
    },
  })
  const more = { ...others, ...(authorization !== undefined && operatorToken === undefined && { authorization }) }
  // biome-ignore lint/suspicious/noExplicitAny: which operation it is, is known only here
  const send = (parley as any)[method] as (path: string, init: object) => Promise<unknown>
  const received = await send(call.path, { ...call.init, headers: more }).catch(asBody)
  if (!response) throw received
  return { status: response.status, headers: response.headers, body: received }
}

/** What tests see of a refusal: nothing but what a ParleyError says. */
function asBody(error: unknown): unknown {
  if (!(error instanceof ParleyError)) throw error
  const { code, message, details } = error
  return code === 'UNEXPECTED_ANSWER' || code === 'UNREACHABLE' ? details : { error: { code, message } }
}

async function readDocument(baseUrl: string): Promise<Document> {
  return (await (await fetch(`${baseUrl}/openapi.json`)).json()) as Document
}

/** The call as the client takes it; null if the client does not have it. */
async function readCall(baseUrl: string, method: string, path: string, body: unknown) {
  const url = new URL(baseUrl + path)
  const document = documents.get(baseUrl) ?? readDocument(baseUrl)
  documents.set(baseUrl, document)
  const found = findOperation(await document, method, url.pathname)
  if (!found || !isWrittenAlike(found, url, baseUrl + path)) return null
  const isRaw = typeof body === 'string' || body instanceof Uint8Array || body instanceof ReadableStream
  const takesLines = typeof body === 'string' && found.operation.requestBody?.content['application/x-ndjson']
  if (isRaw && !takesLines) return null
  const query = Object.fromEntries([...url.searchParams.keys()].map((name) => [name, url.searchParams.getAll(name)]))
  const answers = found.operation.responses[200] ?? found.operation.responses[201]
  const isJson = answers?.content['application/json'] !== undefined
  if (!isJson) return null
  return { path: found.path, init: { params: { path: found.params, query }, body } }
}

/** Whether the client would write this address, but for how it encodes the query. */
function isWrittenAlike({ path, params }: { path: string; params: Headers_ }, url: URL, asked: string): boolean {
  const written = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const query = asked.includes('?') ? asked.slice(asked.indexOf('?') + 1) : ''
  const isReadable = [...url.searchParams].every(
    ([name, value]) => name !== '' && !`${name}${value}`.includes('\ufffd'),
  )
  return url.pathname === written && asked.split('?')[0]?.endsWith(written) === true && (query === '' || isReadable)
}

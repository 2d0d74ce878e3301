import assert from 'node:assert/strict'
import type { Answer, Client } from './clients/client.ts'

/** The `data` of an answer that must have this status. */
export function ok(answer: Answer, status = 200) {
  assert.equal(answer.status, status, JSON.stringify(answer.body))
  return answer.body.data
}

/** An answer must be this refusal, in the one shape that refusals have. Answers its message. */
export function refused(answer: Answer, status: number, code: string): string {
  const { body } = answer
  assert.deepEqual({ status: answer.status, code: body?.error?.code }, { status, code }, JSON.stringify(body))
  assert.deepEqual(Object.keys(body), ['error'])
  assert.deepEqual(Object.keys(body.error).sort(), ['code', 'message'])
  assert.ok(typeof body.error.message === 'string' && body.error.message.length > 0)
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
  return body.error.message
}

/** Follows a list from its first page to its last; answers the pages' records. */
export async function readPages(api: Client, path: string) {
  const pages: { id: string }[][] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const separator = path.includes('?') ? '&' : '?'
    const answer = await api.get(cursor ? `${path}${separator}cursor=${encodeURIComponent(cursor)}` : path)
    pages.push(ok(answer))
    const { nextCursor, hasMore } = answer.body.paging
    assert.equal(hasMore, nextCursor !== null)
    assert.ok(nextCursor === null || (typeof nextCursor === 'string' && nextCursor !== cursor))
    assert.ok(pages.length < 1_000, 'the list never ends')
    cursor = nextCursor
  }
  return pages
}

export async function readAllIds(api: Client, path: string): Promise<string[]> {
  return (await readPages(api, path)).flat().map(({ id }) => id)
}

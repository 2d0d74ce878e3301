import assert from 'node:assert/strict'
import { ok, readAllIds } from './expect.ts'
import { contact, importLines, makeStore } from './factories.ts'
import { signInOwner } from './inbox.ts'
import type { SharedServer } from './server.ts'

export type Fields = Record<string, unknown>
export type Condition = { about: string; not: boolean } & Fields

/** A condition of a segment; `not` reverses it. */
export const when = (about: string, more: Fields = {}, not = false): Condition => ({ about, not, ...more })

/** A store whose owner keeps segments. */
export async function storeWithSegments(server: SharedServer) {
  const store = await makeStore(server)
  const inbox = await signInOwner(server, store)
  const add = async (name: string, ...conditions: Condition[]) =>
    ok(await inbox.post('/api/chat/segments', { name, conditions }), 201) as { id: string; name: string }
  const people = async (lines: Fields[]) => {
    assert.deepEqual((await importLines(store, lines.map(contact))).rejected, [])
  }
  const idsIn = async (segment: string) => (await readAllIds(inbox, `/api/chat/contacts?segment=${segment}`)).sort()
  return { store, inbox, add, people, idsIn }
}

import { asBody, type Door } from '../door.ts'
import { anything, type Ids, mutated, text } from '../values.ts'

const FRAMES = [
  { type: 'typing', active: true, conversationId: '' },
  { type: 'read', revision: 1, conversationId: '' },
  { type: 'pages', pages: [{ url: 'https://shop.example/b', title: 'B', viewedAt: '2026-01-01T00:00:00.000Z' }] },
  { type: 'open', conversationId: '', revision: 0 },
  { type: 'viewing', conversationId: '' },
  { type: 'since', conversationId: '', revision: 0 },
]

/** Frames on a socket of a visitor, or of a member. `hello` is the first that it sends. */
export function socketDoor(
  door: Pick<Door, 'name' | 'weight' | 'sees'>,
  path: string,
  hello: object,
  headers: Record<string, string>,
  ids: Ids,
): Door {
  return {
    ...door,
    make(random) {
      const first = random.chance(0.9) ? hello : mutated(hello, random, ids)
      const frames = Array.from({ length: 1 + random.below(6) }, () => {
        const known = { ...random.pick(FRAMES), ...(random.chance(0.5) ? { conversationId: text(random, ids) } : {}) }
        return asBody(random.chance(0.8) ? mutated(known, random, ids) : anything(random, ids), random).slice(0, 20_000)
      })
      return {
        method: 'SOCKET',
        path,
        headers: random.chance(0.95) ? headers : {},
        frames: [JSON.stringify(first), ...frames],
      }
    },
  }
}

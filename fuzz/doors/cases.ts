import type { Random } from '#base/random.ts'
import type { Client } from '#test/clients/client.ts'
import type { BodyCase } from '#test/fixtures/body-cases.ts'
import { asBody, type Door, extraHeaders } from '../door.ts'
import { anything, type Ids, mutated, text } from '../values.ts'

/** What would end the run's own sessions, store or credentials: sent with bodies that nothing takes. */
const ENDING = /password|second-factor|\/session|links\/use|redact|sample-data|identity-secrets/
/** Routes that are never called validly, even without a body: they would end sessions or stores of the run. */
const NEVER = /uninstall|logout|migrate-legacy|sessions\/reset|sessions\/everywhere/

/**
 * Requests of the doors that no document describes: from one known good request of each of their routes, and reads of
 * `paths`, which have their parameters as `:name`. `people` take turns, where one alone would soon have reached a limit.
 */
export function caseDoor(
  { name, prefix, weight, sees }: Pick<Door, 'name' | 'weight' | 'sees'> & { prefix: string },
  cases: readonly BodyCase[],
  paths: readonly string[],
  ids: Ids,
  people: readonly Client[] = [],
): Door {
  const own = cases.filter(({ call }) => call.split(' ')[1]?.startsWith(prefix) && !NEVER.test(call))
  const reader = own.find(({ as }) => Object.keys(as.headers).length > 1)?.as ?? own[0]?.as
  const part = (random: Random) => encodeURIComponent(text(random, ids).toWellFormed()).slice(0, 9_000) || '-'
  return {
    name,
    weight,
    sees,
    make(random) {
      if (random.chance(0.35)) {
        const path = random.pick(paths).replace(/:\w+|\*/g, () => part(random))
        const query = random.chance(0.5) ? `?${random.pick(QUERIES)}=${part(random)}` : ''
        return {
          method: 'GET',
          path: path + query,
          headers: { ...(people.length > 0 ? random.pick(people) : reader)?.headers, ...extraHeaders(random) },
        }
      }
      const { as, call, body } = random.pick(own)
      const [method = 'POST', known = '/'] = call.split(' ')
      const path = random.chance(0.8) ? known : known.replace(/[0-9a-f-]{36}/, () => part(random))
      const person = people.length > 0 && Object.keys(as.headers).length > 1 ? random.pick(people) : as
      const credentials = random.chance(0.97) ? person.headers : {}
      const sent = ENDING.test(call) ? [anything(random, ids)] : mutated(body ?? {}, random, ids)
      const headers = { 'content-type': 'application/json', ...credentials, ...extraHeaders(random) }
      return { method, path, headers, body: asBody(sent, random) }
    },
  }
}

const QUERIES = [
  'limit',
  'page',
  'cursor',
  'after',
  'before',
  'conversationId',
  'appId',
  'q',
  'search',
  'status',
  'ids',
]

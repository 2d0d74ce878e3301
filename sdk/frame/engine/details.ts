import { VISITOR_ATTRIBUTES_MAX } from '../../../src/core/limits.ts'
import type { Visitor } from '../../shared/records.ts'
import { ApiError } from './connection/api.ts'
import type { Engine, Outside } from './engine.ts'
import type { Details } from './state.ts'

/**
 * Details on their way: kept, through lost networks and reloads, until the server has answered. They go out as one
 * change; should that be refused, each goes by itself, so that a wrong one takes no other with it.
 */
export function createDetails({ api, store, storage }: Engine, outside: Pick<Outside, 'dropped'>) {
  const waiting = (): Details => storage.get('details') ?? {}
  const keep = (details: Details) => storage.set('details', Object.keys(details).length > 0 ? details : null)

  async function tell(sent: Details): Promise<void> {
    store.set({ visitor: await api.patch<Visitor>('visitor', sent) })
    done(sent)
  }

  /** Removes details that are saved; what changed in the meantime still waits. */
  function done(sent: Details): void {
    const left = Object.entries(waiting()).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(sent[name as keyof Details]),
    )
    keep(Object.fromEntries(left))
  }

  return {
    areWaiting: () => Object.keys(waiting()).length > 0,
    add(details: Details): void {
      const before = waiting()
      const attributes = Object.entries({ ...before.attributes, ...details.attributes }).slice(-VISITOR_ATTRIBUTES_MAX)
      keep({
        ...before,
        ...details,
        ...(attributes.length > 0 ? { attributes: Object.fromEntries(attributes) } : {}),
      })
    },
    async send(): Promise<void> {
      const all = waiting()
      const each = Object.entries(all).map((detail) => Object.fromEntries([detail]) as Details)
      if (each.length === 0) return
      try {
        if (each.length > 1) return await tell(all)
      } catch (error) {
        if (!isRefusal(error)) throw error
      }
      for (const detail of each) {
        try {
          await tell(detail)
        } catch (error) {
          if (!isRefusal(error)) throw error
          done(detail)
          outside.dropped(`set user:${Object.keys(detail)}`, `${error.code}: ${error.message}`)
        }
      }
    },
  }
}

/** The server has judged it; anything else may be tried again. */
const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && !error.isPassing && error.status !== 401

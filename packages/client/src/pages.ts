import type { MaybeOptionalInit } from 'openapi-fetch'
import type { paths } from './generated/openapi.ts'

type Paged = { data: readonly unknown[]; paging: { nextCursor: string | null } }
type AnswerOf<P extends keyof paths> = paths[P] extends {
  get: { responses: { 200: { content: { 'application/json': infer Answer } } } }
}
  ? Answer
  : never

/** Paths of lists that come in pages. */
export type PagedPath = { [P in keyof paths]: AnswerOf<P> extends Paged ? P : never }[keyof paths]
/** What such a list lists. */
export type Item<P extends PagedPath> = AnswerOf<P> extends { data: readonly (infer Record)[] } ? Record : never
/** One page of it. */
export type Page<P extends PagedPath> = AnswerOf<P>
/** `params`, `signal` and so on of the list's first page. */
export type ListInit<P extends PagedPath> = MaybeOptionalInit<paths[P], 'get'>

type Init = { params?: { query?: { cursor?: string } } }

/** Follows a list from page to page; the next one is asked for once the last one is done with. */
export async function* followPages(get: (init: Init) => Promise<Paged>, init: Init = {}): AsyncGenerator<Paged> {
  let page = await get(init)
  for (;;) {
    yield page
    const { nextCursor: cursor } = page.paging
    if (cursor === null) return
    page = await get({ ...init, params: { ...init.params, query: { ...init.params?.query, cursor } } })
  }
}

export async function* flatten<T>(pages: AsyncIterable<{ data: readonly T[] }>): AsyncGenerator<T> {
  for await (const { data } of pages) yield* data
}

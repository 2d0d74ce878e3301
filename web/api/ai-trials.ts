import { queryOptions } from '@tanstack/react-query'
import { get, send } from './http.ts'
import { changing } from './queries.ts'
import type { AiExample, ChangeTrial, MonthReplay } from './records.ts'
import type { SettingsChange } from './store/settings.ts'

/** Trying changes of articles and settings on past questions, and the examples that these may not break. */

/** What is thought of: an article as it would be saved, or settings of the AI agent. */
export interface ProposedChange {
  article?: {
    id?: string
    question?: string
    answer?: string
    body?: string | null
    productId?: string | null
    status?: 'draft' | 'published'
    private?: boolean
  }
  ai?: NonNullable<SettingsChange['ai']>
}

export interface TrialSoFar extends Pick<ChangeTrial, 'tried' | 'triedMax' | 'changed' | 'broken'> {
  isDone: boolean
}

/** Asks the store's past questions both ways, step by step; tells what is known after each. */
export async function* tryChange(change: ProposedChange): AsyncGenerator<TrialSoFar> {
  let cursor: string | null = null
  const all: TrialSoFar = { tried: 0, triedMax: 0, changed: [], broken: [], isDone: false }
  do {
    const step: ChangeTrial = await send<ChangeTrial>('POST', '/ai/what-would-change', {
      ...change,
      ...(cursor && { cursor }),
    })
    cursor = step.nextCursor
    all.tried += step.tried
    all.triedMax = step.triedMax
    all.changed.push(...step.changed)
    all.broken.push(...step.broken)
    all.isDone = cursor === null
    yield { ...all }
  } while (!all.isDone)
}

type Counted = Omit<MonthReplay, 'differences' | 'nextCursor' | 'questionsMax'>
export interface MonthSoFar extends Omit<MonthReplay, 'nextCursor'> {
  isDone: boolean
}

/** Asks the questions of the last 30 days again, step by step; tells what is known after each. */
export async function* replayMonth(asksModel: boolean): AsyncGenerator<MonthSoFar> {
  const all: MonthSoFar = { ...NOTHING, differences: [], questionsMax: 0, isDone: false }
  let cursor: string | null = null
  do {
    const step: MonthReplay = await send<MonthReplay>('POST', '/ai/replay-month', {
      asksModel,
      ...(cursor && { cursor }),
    })
    cursor = step.nextCursor
    for (const key of Object.keys(NOTHING) as (keyof Counted)[]) all[key] += step[key]
    all.questionsMax = step.questionsMax
    all.differences.push(...step.differences)
    all.isDone = cursor === null
    yield { ...all }
  } while (!all.isDone)
}

const NOTHING: Counted = {
  questions: 0,
  answered: 0,
  alike: 0,
  different: 0,
  unknown: 0,
  askedBack: 0,
  handedOff: 0,
  aboutOrders: 0,
  tokens: 0,
}

export const examplesQuery = queryOptions({
  queryKey: ['ai-examples'],
  queryFn: ({ signal }) => get<AiExample[]>('/ai/examples', signal),
})

export const addExample = (example: Pick<AiExample, 'question' | 'articleId'> & { conversationId?: string }) =>
  changing(send<AiExample>('POST', '/ai/examples', example), 'ai-examples')

export const deleteExample = (id: string) => changing(send('DELETE', `/ai/examples/${id}`), 'ai-examples')

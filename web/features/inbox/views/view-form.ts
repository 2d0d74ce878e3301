import type { NewView } from '../../../api/saved-views.ts'

type Filters = NewView['filters']

/** What yes and no mean in a choice that may be left open. */
const flagOf = (value: string): boolean | undefined => (value === '' ? undefined : value === 'yes')
export const choiceOf = (flag: boolean | undefined): string => (flag === undefined ? '' : flag ? 'yes' : 'no')

/** A view from its form. Empty fields do not filter. */
export function viewFrom(form: FormData): NewView {
  const text = (name: string) => String(form.get(name) ?? '')
  const tags = form.getAll('tag').map(String)
  const days = Number(text('activeWithinDays'))
  const filters: Record<keyof Filters, unknown> = {
    status: text('status') || undefined,
    assigneeId: text('assigneeId') || undefined,
    team: text('team') || undefined,
    channel: text('channel') || undefined,
    tags: tags.length > 0 ? tags : undefined,
    isRead: flagOf(text('isRead')),
    isStarred: flagOf(text('isStarred')),
    isChatBot: flagOf(text('isChatBot')),
    isSnoozed: flagOf(text('isSnoozed')),
    isDue: flagOf(text('isDue')),
    priority: text('priority') || undefined,
    segment: text('segment') || undefined,
    activeWithinDays: days > 0 ? days : undefined,
  }
  const chosen = Object.entries(filters).filter(([, value]) => value !== undefined)
  return {
    name: text('name').trim(),
    isShared: text('for') === 'store',
    filters: Object.fromEntries(chosen) as Filters,
  }
}

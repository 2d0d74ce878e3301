import { get, send } from './http.ts'
import type { SavedView, SavedViewCounts } from './records.ts'

/** Saved views: one's own, and the store's. Live: the store in ../live keeps them. */

export type NewView = Pick<SavedView, 'name' | 'isShared' | 'filters'>

export const listViews = () => get<SavedView[]>('/saved-views')
export const getViewCounts = () => get<SavedViewCounts>('/saved-views/counts')
export const addView = (view: NewView) => send<SavedView>('POST', '/saved-views', view)
export const changeView = (id: string, view: NewView) => send<SavedView>('PATCH', `/saved-views/${id}`, view)
export const orderViews = (ids: string[]) => send<SavedView[]>('PUT', '/saved-views/order', { ids })
export const removeView = (id: string) => send<{ id: string }>('DELETE', `/saved-views/${id}`)

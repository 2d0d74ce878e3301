import { useState } from 'react'

/** What was entered in forms and not saved yet, by the form's key: for as long as the page is loaded. */
const drafts = new Map<string, unknown>()

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** The fields that are kept: named ones, without secrets and files. */
const fieldsOf = (form: HTMLFormElement): Field[] =>
  ([...form.elements] as Field[]).filter(({ name, type }) => name && !['password', 'file', 'submit'].includes(type))

const isChecked = (field: Field): field is HTMLInputElement => field.type === 'checkbox' || field.type === 'radio'

/** Keeps what the form holds now, field by field in their order. */
export function keepDraft(key: string, form: HTMLFormElement): void {
  const values = fieldsOf(form).map((field): [string, string | boolean] => [
    field.name,
    isChecked(field) ? field.checked : field.value,
  ])
  drafts.set(key, values)
}

/** Puts a draft back into a form that was opened again; returns whether there was one. */
export function restoreDraft(key: string, form: HTMLFormElement): boolean {
  const values = drafts.get(key) as [string, string | boolean][] | undefined
  if (!values) return false
  const left = [...values]
  for (const field of fieldsOf(form)) {
    const at = left.findIndex(([name]) => name === field.name)
    if (at >= 0) setField(field, left.splice(at, 1)[0]?.[1])
  }
  return true
}

/** Through the prototype's setter, past React's own: a field that React controls hears of the change then. */
function setField(field: Field, value: string | boolean | undefined): void {
  if (isChecked(field)) {
    if (field.checked !== value) field.click()
    return
  }
  if (value === undefined || field.value === value) return
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}

export const forgetDraft = (key: string): void => void drafts.delete(key)

/** Forgets all drafts: another member may sign in on the same page. */
export const forgetFormDrafts = (): void => drafts.clear()

/** State that is kept as a draft too: for forms whose fields React draws from it. The third value forgets the draft. */
export function useDraftState<T>(key: string, saved: T | (() => T)): [T, (next: T) => void, () => void] {
  const [value, setValue] = useState<T>(() => {
    if (drafts.has(key)) return drafts.get(key) as T
    return saved instanceof Function ? saved() : saved
  })
  const change = (next: T) => {
    drafts.set(key, next)
    setValue(() => next)
  }
  return [value, change, () => forgetDraft(key)]
}

import type { Field } from '../shared/records.ts'

/** What is wrong with an answer to a field of the form; null where nothing is. The server judges it too (core/stores/widget.ts). */
export function mistakeIn(
  { type, required, options }: Field,
  given: string | boolean | undefined,
): 'is required' | 'is not an email address' | 'is none of its options' | null {
  const value = String(given ?? '')
  if (value.trim() === '') return required ? 'is required' : null
  if (type === 'email' && !/^[^\s@]+@[^\s@]+$/.test(value.trim())) return 'is not an email address'
  return type === 'select' && options && !options.includes(value) ? 'is none of its options' : null
}

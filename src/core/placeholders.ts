import { invalidParams } from './errors.ts'

/** INVALID_PARAMS for a placeholder that the service does not fill in: it would reach the customer as it is. */
export function checkPlaceholders(text: string, names: readonly string[]): void {
  const known = names.map((name) => `{{${name}}}`)
  for (const [placeholder] of text.matchAll(/\{\{[^{}]*\}\}/g)) {
    if (!known.includes(placeholder)) {
      throw invalidParams(`text: ${placeholder} is not known; ${known.join(', ')} are.`)
    }
  }
}

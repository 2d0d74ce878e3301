import { type Static, Type } from 'typebox'
import { time } from './fields.ts'

/** A price in major units, such as {"amount": "19.90", "currencyCode": "EUR"}. */
export const Money = Type.Object({
  amount: Type.String({ pattern: '^\\d+(\\.\\d{1,2})?$', examples: ['19.90'] }),
  currencyCode: Type.String({ pattern: '^[A-Z]{3}$', examples: ['EUR'] }),
})
export type Money = Static<typeof Money>

/** The amount and currency alone, whatever else came with them. */
export function money({ amount, currencyCode }: Money): Money {
  return { amount, currencyCode }
}

/** A moment in UTC with milliseconds, or null. */
export function moment(value: string | null | undefined, place: string): string | null {
  return time(value, place)?.toISOString() ?? null
}

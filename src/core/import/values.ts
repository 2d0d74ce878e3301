import { type Static, Type } from 'typebox'
import { decimalsIn, decimalsOf } from '#connectors/amounts.ts'
import { time } from './fields.ts'
import { rejected } from './kind.ts'

/** A price in major units, such as {"amount": "19.90", "currencyCode": "EUR"}. */
export const Money = Type.Object({
  amount: Type.String({ pattern: '^\\d+(\\.\\d{1,3})?$', examples: ['19.90'] }),
  currencyCode: Type.String({ pattern: '^[A-Z]{3}$', examples: ['EUR'] }),
})
export type Money = Static<typeof Money>

/**
 * The amount and currency alone, whatever else came with them. Rejects, naming `place`, for more decimals than the
 * currency has; two are always taken, because catalogues have hundredths of yen.
 */
export function money({ amount, currencyCode }: Money, place: string): Money {
  const most = Math.max(2, decimalsOf(currencyCode))
  if (decimalsIn(amount) > most) {
    throw rejected(`${place}.amount has more than ${most} decimals, which ${currencyCode} does not have.`)
  }
  return { amount, currencyCode }
}

/** A moment in UTC with milliseconds, or null. */
export function moment(value: string | null | undefined, place: string): string | null {
  return time(value, place)?.toISOString() ?? null
}

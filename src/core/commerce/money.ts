import { decimalsOf, toDecimal, toMinor } from '#connectors/amounts.ts'
import type { Money } from '#core/import/values.ts'

/** Amounts are counted in hundredths of the major unit, as whole numbers: sums of decimals have no errors. */

/** Hundredths of an amount such as "19.90" or "5". */
export const toHundredths = (amount: string): bigint => toMinor(amount, 2)

/** A decimal string with two decimals; with none where the currency has none and the amount needs none. */
export function toMoney(hundredths: bigint, currencyCode: string): Money {
  const isWhole = hundredths % 100n === 0n && decimalsOf(currencyCode) === 0
  return { amount: isWhole ? String(hundredths / 100n) : toDecimal(hundredths, 2), currencyCode }
}

/** A share in percent, rounded half up. */
export function percentOf(hundredths: bigint, percent: number): bigint {
  const parts = BigInt(Math.round(percent * 10_000)) // of a million
  return (hundredths * parts + 500_000n) / 1_000_000n
}

import { decimalsOf, toDecimal, toMinor } from '#connectors/amounts.ts'
import type { Money } from '#core/import/values.ts'

/**
 * Amounts are counted as whole numbers of a smallest part, so that sums of decimals have no errors: of hundredths, or of
 * thousandths where the currency has those. A catalogue may have hundredths of a currency that has none.
 */
export const countedDecimals = (currencyCode: string): number => Math.max(2, decimalsOf(currencyCode))

/** Smallest parts of an amount such as "19.90" or "5". */
export const toSmallest = ({ amount, currencyCode }: Money): bigint => toMinor(amount, countedDecimals(currencyCode))

/** A decimal string with the currency's decimals; with none where the currency has none and the amount needs none. */
export function toMoney(smallest: bigint, currencyCode: string): Money {
  const decimals = countedDecimals(currencyCode)
  const isWhole = smallest % 10n ** BigInt(decimals) === 0n && decimalsOf(currencyCode) === 0
  return {
    amount: toDecimal(isWhole ? smallest / 10n ** BigInt(decimals) : smallest, isWhole ? 0 : decimals),
    currencyCode,
  }
}

/** A share in percent, rounded half up. */
export function percentOf(smallest: bigint, percent: number): bigint {
  const parts = BigInt(Math.round(percent * 10_000)) // of a million
  return (smallest * parts + 500_000n) / 1_000_000n
}

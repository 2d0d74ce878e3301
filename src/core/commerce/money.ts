import type { Money } from '#core/import/values.ts'

/** Amounts are counted in hundredths of the major unit, as whole numbers: sums of decimals have no errors. */

/** Hundredths of an amount such as "19.90" or "5". */
export function toHundredths(amount: string): bigint {
  const [units = '0', decimals = ''] = amount.split('.')
  return BigInt(units) * 100n + BigInt(decimals.padEnd(2, '0').slice(0, 2))
}

/** A decimal string with two decimals; with none where the currency has none and the amount needs none. */
export function toMoney(hundredths: bigint, currencyCode: string): Money {
  const units = hundredths / 100n
  const rest = hundredths % 100n
  if (rest === 0n && hasNoDecimals(currencyCode)) return { amount: String(units), currencyCode }
  return { amount: `${units}.${String(rest).padStart(2, '0')}`, currencyCode }
}

/** A share in percent, rounded half up. */
export function percentOf(hundredths: bigint, percent: number): bigint {
  const parts = BigInt(Math.round(percent * 10_000)) // of a million
  return (hundredths * parts + 500_000n) / 1_000_000n
}

function hasNoDecimals(currencyCode: string): boolean {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: currencyCode })
  return format.resolvedOptions().maximumFractionDigits === 0
}

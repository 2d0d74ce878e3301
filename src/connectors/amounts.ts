/** Amounts as decimal text and as whole numbers of their smallest part: sums and comparisons have no errors. */

export interface Amount {
  /** Decimal text, such as "19.90". */
  amount: string
  currencyCode: string
}

/** Decimals that a currency has: 2 of EUR, 0 of JPY, 3 of KWD; 2 of one that nobody knows. */
export function decimalsOf(currencyCode: string): number {
  try {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency: currencyCode })
    return format.resolvedOptions().maximumFractionDigits ?? 2
  } catch {
    return 2
  }
}

/** Digits behind the point that count: "10.0" has none. */
export const decimalsIn = (amount: string): number => (amount.split('.')[1] ?? '').replace(/0+$/, '').length

/** Smallest parts of an amount. What is smaller than one is cut off. */
export function toMinor(amount: string, decimals: number): bigint {
  const isNegative = amount.startsWith('-')
  const [units = '0', rest = ''] = amount.replace(/^[-+]/, '').split('.')
  const minor =
    BigInt(units || '0') * 10n ** BigInt(decimals) + BigInt(rest.padEnd(decimals, '0').slice(0, decimals) || '0')
  return isNegative ? -minor : minor
}

/** Decimal text of smallest parts, with as many decimals as there are. */
export function toDecimal(minor: bigint, decimals: number): string {
  const digits = String(minor < 0n ? -minor : minor).padStart(decimals + 1, '0')
  const at = digits.length - decimals
  return `${minor < 0n ? '-' : ''}${digits.slice(0, at)}${decimals > 0 ? `.${digits.slice(at)}` : ''}`
}

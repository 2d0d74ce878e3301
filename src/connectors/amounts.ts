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
export const decimalsIn = (amount: string): number => (amount.split('.')[1] ?? '').replace(/(?<!0)0+$/, '').length

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

/** Smallest parts of an amount with fewer decimals, rounded half up: 12345 thousandths are 1235 hundredths. */
function roundMinor(minor: bigint, decimals: number, wanted: number): bigint {
  if (wanted >= decimals) return minor * 10n ** BigInt(wanted - decimals)
  const divisor = 10n ** BigInt(decimals - wanted)
  const rounded = ((minor < 0n ? -minor : minor) + divisor / 2n) / divisor
  return minor < 0n ? -rounded : rounded
}

/** An amount of a shop with the decimals that its currency has: "1980" yen, "1.250" dinars; negative ones are 0. */
export function amountIn(currencyCode: string, minor: bigint, decimals: number): Amount {
  const wanted = decimalsOf(currencyCode)
  return { amount: toDecimal(roundMinor(minor < 0n ? 0n : minor, decimals, wanted), wanted), currencyCode }
}

/** Reads decimal text, such as "20.125", as `amountIn` gives it; null for text that is not a number, or negative. */
export function parseAmount(text: unknown, currencyCode: string): Amount | null {
  const match = /^\s*(\d+)(?:\.(\d*))?\s*$/.exec(String(text ?? ''))
  if (!match) return null
  const decimals = (match[2] ?? '').slice(0, DECIMALS_READ)
  return amountIn(currencyCode, BigInt(`${match[1]}${decimals}`), decimals.length)
}

/** Decimals of a shop's amounts that are read before they are rounded. */
const DECIMALS_READ = 10

/** An amount as this browser's language writes it: 189.00 and EUR give €189.00. Other texts stay as they are. */
export function price(amount: string, currency: string): string {
  const value = Number(amount)
  if (!currency || amount.trim() === '' || !Number.isFinite(value)) return `${amount} ${currency}`.trim()
  try {
    return new Intl.NumberFormat(undefined, { style: 'currency', currency }).format(value)
  } catch {
    return `${amount} ${currency}` // no currency that browsers know of
  }
}

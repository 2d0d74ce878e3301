/** The average of what customers gave, and how many did: 4.5 (12). */
export function ratingText({ rated, ratingAverage }: { rated: number; ratingAverage: number | null }): string {
  if (ratingAverage === null) return '–'
  const average = ratingAverage.toLocaleString(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return `${average} (${rated.toLocaleString()})`
}

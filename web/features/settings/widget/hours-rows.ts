/** One span of a day, such as 09:00 to 12:00. */
export interface Span {
  from: string
  to: string
}

interface Row extends Span {
  days: number[]
}

/** Spans that the form shows of each day; a day with more keeps the rest as it is. */
export const SPANS = 2

/** The spans of one weekday, 1 (Monday) to 7, earliest first. */
export const spansOf = (open: readonly Row[], day: number): Span[] =>
  open
    .filter(({ days }) => days.includes(day))
    .map(({ from, to }) => ({ from, to }))
    .sort((a, b) => a.from.localeCompare(b.from))

/**
 * Rows as the settings keep them. `read` gives a field of the form; of each day that is open its spans, and those of `known`
 * that the form does not show.
 */
export function rowsOf(read: (name: string) => string, known: readonly Row[]): Row[] {
  return [1, 2, 3, 4, 5, 6, 7].flatMap((day) => {
    if (read(`open-${day}`) !== 'on') return []
    const shown = Array.from({ length: SPANS }, (_, i) => ({
      from: read(`from-${day}-${i}`),
      to: read(`to-${day}-${i}`),
    }))
    const spans = [...shown.filter(({ from, to }) => from !== '' && to !== ''), ...spansOf(known, day).slice(SPANS)]
    return spans.map((span) => ({ days: [day], ...span }))
  })
}

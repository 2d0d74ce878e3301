import type { ReactNode } from 'react'
import { Link, pathTo } from '../../../base/router.ts'
import { reportKey } from '../../../live/views.ts'
import type { Day } from '../span.ts'
import { Chart } from './Chart.tsx'

interface Props {
  days: Day[]
  values: Map<string, number>
  /** What a screen reader says of the whole: the sum of all, and the highest one with its day. */
  describe: (sum: number, most: number, day: string) => string
  /** What the list is asked for that a day's bar counts. */
  queryOf: (day: string) => string
}

/**
 * A bar for each day, days without a value included. Each bar has its figure as a title and leads to what it counts, by
 * keyboard from the table of the same figures; the chart has a description.
 */
export function Bars({ days, values, describe, queryOf }: Props) {
  const bars = days.map((day) => ({ ...day, value: values.get(day.key) ?? 0 }))
  const busiest = bars.reduce((a, b) => (b.value > a.value ? b : a))
  const sum = bars.reduce((total, { value }) => total + value, 0)
  return (
    <Chart
      days={bars}
      top={niceAbove(Math.max(1, busiest.value))}
      write={String}
      label={describe(sum, busiest.value, busiest.label)}
      leads
    >
      {({ x, y, step, floor }) =>
        bars.map(({ key, label, value }, i) => (
          <Opens key={key} query={value > 0 ? queryOf(key) : undefined} label={`${label}: ${value}`}>
            <rect className="hit" x={x(i)} width={step} y={0} height={floor} />
            <rect
              x={x(i) + step * 0.14}
              width={step * 0.72}
              y={y(value)}
              height={floor - y(value)}
              rx={Math.min(3, step * 0.2)}
            >
              <title>{`${label}: ${value}`}</title>
            </rect>
          </Opens>
        ))
      }
    </Chart>
  )
}

function Opens({ query, label, children }: { query: string | undefined; label: string; children: ReactNode }) {
  if (query === undefined) return children
  return (
    <Link href={pathTo(reportKey(query))} tabIndex={-1} aria-label={label}>
      {children}
    </Link>
  )
}

/** A round number at or above a value that halves to a whole one. */
function niceAbove(value: number): number {
  for (let power = 1; ; power *= 10) {
    for (const base of [2, 4, 6, 8, 10, 12, 16]) if (base * power >= value) return base * power
  }
}

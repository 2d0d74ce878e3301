import { Chart } from './Chart.tsx'
import type { Day } from './span.ts'

interface Props {
  days: Day[]
  values: Map<string, number>
  /** What a screen reader says of the whole: the sum of all, and the highest one with its day. */
  describe: (sum: number, most: number, day: string) => string
}

/** A bar for each day, days without a value included. Each bar has its figure as a title; the chart has a description. */
export function Bars({ days, values, describe }: Props) {
  const bars = days.map((day) => ({ ...day, value: values.get(day.key) ?? 0 }))
  const busiest = bars.reduce((a, b) => (b.value > a.value ? b : a))
  const sum = bars.reduce((total, { value }) => total + value, 0)
  return (
    <Chart
      days={bars}
      top={niceAbove(Math.max(1, busiest.value))}
      write={String}
      label={describe(sum, busiest.value, busiest.label)}
    >
      {({ x, y, step, floor }) =>
        bars.map(({ key, label, value }, i) => (
          <rect
            key={key}
            x={x(i) + step * 0.14}
            width={step * 0.72}
            y={y(value)}
            height={floor - y(value)}
            rx={Math.min(3, step * 0.2)}
          >
            <title>{`${label}: ${value}`}</title>
          </rect>
        ))
      }
    </Chart>
  )
}

/** A round number at or above a value that halves to a whole one. */
function niceAbove(value: number): number {
  for (let power = 1; ; power *= 10) {
    for (const base of [2, 4, 6, 8, 10, 12, 16]) if (base * power >= value) return base * power
  }
}

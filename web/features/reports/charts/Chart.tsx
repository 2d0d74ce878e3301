import type { ReactNode } from 'react'
import type { Day } from '../span.ts'

/** On a phone the figures are larger in the drawing: the margins have room for that. */
const [WIDTH, HEIGHT, LEFT, BOTTOM] = [720, 216, 88, 30]
/** Room for the figure above the highest line. */
const TOP = 16
/** Labels below the days; on a phone every other is left out. */
const LABELS = 8

/** Position of a day in the chart, its width, and the position of a value. */
export interface Place {
  x: (day: number) => number
  y: (value: number) => number
  step: number
  floor: number
}

interface Props {
  days: Day[]
  /** The value of the highest line. */
  top: number
  /** How the lines' values are written. */
  write: (value: number) => string
  /** What a screen reader says of the whole. */
  label: string
  /** What is drawn leads somewhere: then it is more than a picture. */
  leads?: boolean
  children: (place: Place) => ReactNode
}

/** Lines, days and figures; what is drawn between them is up to the caller. */
export function Chart({ days, top, write, label, leads = false, children }: Props) {
  const step = (WIDTH - LEFT) / days.length
  const x = (day: number) => LEFT + day * step
  const y = (value: number) => TOP + (HEIGHT - BOTTOM - TOP) * (1 - value / top)
  const every = Math.ceil(days.length / LABELS)
  return (
    <svg className="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role={leads ? 'group' : 'img'} aria-label={label}>
      {[0, top / 2, top].map((value) => (
        <g key={value}>
          <line x1={LEFT} x2={WIDTH} y1={y(value) + 0.5} y2={y(value) + 0.5} />
          <text x={LEFT - 8} y={y(value)} dominantBaseline="middle" textAnchor="end">
            {write(value)}
          </text>
        </g>
      ))}
      {children({ x, y, step, floor: HEIGHT - BOTTOM })}
      {days.map((day, i) =>
        i % every === 0 ? (
          <text
            key={day.key}
            className={(i / every) % 2 === 1 ? 'minor' : undefined}
            x={x(i + 0.5)}
            y={HEIGHT - 5}
            textAnchor="middle"
          >
            {day.label}
          </text>
        ) : null,
      )}
    </svg>
  )
}

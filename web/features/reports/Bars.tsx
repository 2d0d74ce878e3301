/** A bar for each day, days without a conversation included. Each bar has its figure as a title; the chart has a description. */
export function Bars({ days, values }: { days: number; values: Map<string, number> }) {
  const DAY_MS = 24 * 60 * 60 * 1000
  const format = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
  const bars = Array.from({ length: days }, (_, i) => {
    const date = new Date(Date.now() - (days - 1 - i) * DAY_MS)
    const key = `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`
    return { key, label: format.format(date), value: values.get(key) ?? 0 }
  })
  const most = Math.max(1, ...bars.map(({ value }) => value))
  const top = niceAbove(most)
  const [width, height, left, bottom] = [720, 200, 34, 22]
  const step = (width - left) / days
  const y = (value: number) => TOP + (height - bottom - TOP) * (1 - value / top)
  const every = Math.ceil(days / 8)
  const busiest = bars.reduce((a, b) => (b.value > a.value ? b : a))
  const sum = bars.reduce((total, { value }) => total + value, 0)
  return (
    <svg
      className="bars"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`${sum} conversations in ${days} days; the most, ${busiest.value}, on ${busiest.label}`}
    >
      {[0, top / 2, top].map((line) => (
        <g key={line}>
          <line x1={left} x2={width} y1={y(line) + 0.5} y2={y(line) + 0.5} />
          <text x={left - 8} y={y(line) + 4} textAnchor="end">
            {line}
          </text>
        </g>
      ))}
      {bars.map(({ key, label, value }, i) => (
        <g key={key}>
          <rect
            x={left + i * step + step * 0.14}
            width={step * 0.72}
            y={y(value)}
            height={height - bottom - y(value)}
            rx={Math.min(3, step * 0.2)}
          >
            <title>{`${label}: ${value}`}</title>
          </rect>
          {i % every === 0 && (
            <text x={left + (i + 0.5) * step} y={height - 5} textAnchor="middle">
              {label}
            </text>
          )}
        </g>
      ))}
    </svg>
  )
}

/** Room for the figure above the highest line. */
const TOP = 8

/** A round number at or above a value that halves to a whole one. */
function niceAbove(value: number): number {
  for (let power = 1; ; power *= 10) {
    for (const base of [2, 4, 6, 8, 10, 12, 16]) if (base * power >= value) return base * power
  }
}

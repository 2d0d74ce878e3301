import type { ReportGroup } from '../../../api/records.ts'
import { t } from '../../../base/texts.ts'
import { duration } from '../../../base/time.ts'
import type { Day } from '../span.ts'
import { Chart, type Place } from './Chart.tsx'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** What the highest line may stand for, so that it and its half are round. */
const TOPS = [
  ...[2, 4, 10, 20, 30, 60].map((minutes) => minutes * MINUTE_MS),
  ...[2, 4, 8, 12, 24, 48, 96, 192, 384, 768, 1_536].map((hours) => hours * HOUR_MS),
]

/** How long one thing took, by day: the median of the conversations that began then. A day without any has no point. */
export function Times({ days, groups, figure, what }: Props) {
  const values = new Map(groups.map((group) => [group.key, group[figure]]))
  const points = days.map((day) => ({ ...day, value: values.get(day.key) ?? null }))
  const known = points.filter((point): point is Point => point.value !== null)
  if (known.length === 0) return <p className="about">{t('No data for this period.')}</p>
  const longest = known.reduce((a, b) => (b.value > a.value ? b : a))
  const shortest = known.reduce((a, b) => (b.value < a.value ? b : a))
  return (
    <Chart
      days={points}
      top={TOPS.find((top) => top >= longest.value) ?? longest.value}
      write={(value) => (value === 0 ? '0' : duration(value))}
      label={t(
        '{0} by day, median: from {1} on {2} to {3} on {4}',
        what,
        duration(shortest.value),
        shortest.label,
        duration(longest.value),
        longest.label,
      )}
    >
      {(place) => <Line points={points} place={place} />}
    </Chart>
  )
}

interface Props {
  days: Day[]
  groups: ReportGroup[]
  figure: 'replyMedian' | 'resolveMedian'
  what: string
}
type Point = Day & { value: number }

/** Points, and a line from each to the next. */
function Line({ points, place: { x, y } }: { points: (Day & { value: number | null })[]; place: Place }) {
  const at = (i: number, value: number) => `${x(i + 0.5).toFixed(1)} ${y(value).toFixed(1)}`
  const path = points.flatMap(({ value }, i) => (value === null ? [] : [at(i, value)]))
  return (
    <>
      <path d={`M${path.join('L')}`} />
      {points.map(({ key, label, value }, i) =>
        value === null ? null : (
          <circle key={key} cx={x(i + 0.5)} cy={y(value)} r={3}>
            <title>{`${label}: ${duration(value)}`}</title>
          </circle>
        ),
      )}
    </>
  )
}

import { Histogram, type Registry } from 'prom-client'
import type { Answered } from './answered.ts'

type Label = 'method' | 'route' | 'status'
type Shape = Awaited<ReturnType<Histogram<Label>['get']>>

const NAME = 'parley_http_request_duration_seconds'
const HELP = 'Time from a request’s arrival to the end of its answer.'
/** Upper bounds in seconds. */
const BOUNDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, Infinity]

interface Series {
  labels: Record<Label, string | number>
  /** By bound, in its order. */
  counts: number[]
  count: number
  sum: number
}

/**
 * How long requests took, by method, route and status. The library's histogram sorts and joins the labels of each
 * observation, which was a twentieth of a small answer: here they are counted where they are found, and put into the
 * library's shape when somebody asks.
 */
export class RequestDurations extends Histogram<Label> {
  readonly #series = new Map<string, Series[]>()

  constructor(registry: Registry) {
    super({
      name: NAME,
      help: HELP,
      labelNames: ['method', 'route', 'status'],
      buckets: BOUNDS.slice(0, -1),
      registers: [registry],
    })
  }

  add({ method, route, status, ms }: Answered): void {
    const series = this.#find(method, route, status)
    const seconds = ms / 1000
    let place = 0
    while (seconds > (BOUNDS[place] as number)) place++
    series.counts[place] = (series.counts[place] as number) + 1
    series.count++
    series.sum += seconds
  }

  #find(method: string, route: string, status: number): Series {
    const ofRoute = this.#series.get(route) ?? []
    for (const series of ofRoute) {
      if (series.labels.status === status && series.labels.method === method) return series
    }
    const series = { labels: { method, route, status }, counts: BOUNDS.map(() => 0), count: 0, sum: 0 }
    this.#series.set(route, [...ofRoute, series])
    return series
  }

  override async get(): Promise<Shape> {
    const values = [...this.#series.values()].flat().flatMap(valuesOf)
    return { name: NAME, help: HELP, type: 'histogram', aggregator: 'sum', values } as unknown as Shape
  }

  /** What the registry asks where it writes the text itself. */
  getForPromString(): Promise<Shape> {
    return this.get()
  }
}

function valuesOf({ labels, counts, count, sum }: Series) {
  let upTo = 0
  const buckets = BOUNDS.map((le, i) => {
    upTo += counts[i] as number
    return { metricName: `${NAME}_bucket`, labels: { le: le === Infinity ? '+Inf' : le, ...labels }, value: upTo }
  })
  return [
    ...buckets,
    { metricName: `${NAME}_sum`, labels, value: sum },
    { metricName: `${NAME}_count`, labels, value: count },
  ]
}

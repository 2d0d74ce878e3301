import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Histogram, Registry } from 'prom-client'
import { RequestDurations } from './durations.ts'

test('durations are told as the library’s own histogram tells them', async () => {
  const [ours, theirs] = [new Registry(), new Registry()]
  const durations = new RequestDurations(ours)
  const name = 'parley_http_request_duration_seconds'
  const { help } = await durations.get()
  const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
  const labelNames = ['method', 'route', 'status'] as const
  const histogram = new Histogram({ name, help, labelNames, buckets, registers: [theirs] })
  const routes = ['/mcp', '/api/conversations/:id', '(none)', 'a "quoted" \\ path\n']
  for (let i = 0; i < 2_000; i++) {
    const method = i % 3 ? 'GET' : 'POST'
    const route = routes[i % routes.length] as string
    const status = [200, 404, 500][i % 7] ?? 204
    const ms = [0, 2, 5, 9.99, 10_000, 10_001, i * i][i % 11] ?? i / 3
    durations.add({ reqId: 'r', method, route, status, ms, shopId: undefined })
    histogram.observe({ method, route, status }, ms / 1000)
  }
  const lines = async (registry: Registry) => (await registry.metrics()).split('\n').toSorted()
  assert.deepEqual(await lines(ours), await lines(theirs))
})

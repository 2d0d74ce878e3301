/**
 * The value of a metric that the service shows at /metrics, or the sum of those of its series whose labels hold
 * `labels` (`outcome="sent"`). 0 where none of them do; an error where there is no such metric at all.
 */
export async function metric({ baseUrl }: { baseUrl: string }, name: string, labels = ''): Promise<number> {
  const text = await (await fetch(`${baseUrl}/metrics`)).text()
  const lines = text.split('\n').filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
  if (lines.length === 0 && !text.includes(`# TYPE ${name} `)) throw new Error(`${name} is no metric`)
  return lines.filter((line) => line.includes(labels)).reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

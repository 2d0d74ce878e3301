interface MetricsSource {
  baseUrl: string
  isHosted?: boolean
}

/** What a process counts for all services in it. */
const PROCESS_WIDE = /^(process_|nodejs_|parley_database_(statements|deadlocks)$|parley_password_hashes_total$)/

/**
 * The value of a metric that the service shows at /metrics, or the sum of those of its series whose labels hold
 * `labels` (`outcome="sent"`). 0 where none of them do; an error where there is no such metric at all.
 */
export async function metric(server: MetricsSource, name: string, labels = ''): Promise<number> {
  if (server.isHosted && PROCESS_WIDE.test(name))
    throw new Error(`${name} is the whole process's: use { ownProcess: true }`)
  const text = await (await fetch(`${server.baseUrl}/metrics`)).text()
  const lines = text.split('\n').filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
  if (lines.length === 0 && !text.includes(`# TYPE ${name} `)) throw new Error(`${name} is no metric`)
  return lines.filter((line) => line.includes(labels)).reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

import { readConfig } from '../shared/config.ts'
import type { Config } from '../shared/records.ts'
import { patience } from './engine/connection/abort-timeout.ts'
import { createBackoff } from './engine/connection/backoff.ts'

/** What a store says about its widget. */
export interface Given {
  config: Config
  aiAgent: string | null
}

const PATIENCE_MS = 8_000

/** The store's config, and its AI agent's name; null while it does not come. `app`: its App ID, and further parameters. */
export async function fetchConfig(app: string): Promise<Given | null> {
  try {
    const path = `/storefront/config?app=${app}`
    const answer = await fetch(path, { credentials: 'omit', signal: patience(PATIENCE_MS) })
    const body = await answer.json()
    return { config: readConfig(body?.data), aiAgent: body?.data?.aiAgent ?? null }
  } catch {
    return null
  }
}

/** Loads the configuration after a failure: repeats at growing intervals until it succeeds. */
export async function keepAsking(appId: string): Promise<Given> {
  const backoff = createBackoff()
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, backoff.next()))
    const given = await fetchConfig(appId)
    if (given) return given
  }
}

import { isColour } from '../../src/base/colour.ts'
import type { Config, Theme } from '../shared/records.ts'

/** What the page needs of a store's config, whatever came in its place: an old cache, a newer server. */
export interface PageConfig {
  name: string
  theme: Pick<Theme, 'color' | 'darkMode' | 'position' | 'launcher' | 'offset'>
  texts: Config['texts']
  locale: string | undefined
  /** Whether a campaign may show by itself. */
  hasCampaigns: boolean
}

/** Out of the server's config, or out of what was kept of it. */
export function readPageConfig(given: unknown): PageConfig {
  const {
    name,
    theme,
    texts,
    locale,
    campaigns,
    hasCampaigns = Array.isArray(campaigns) && campaigns.some((one) => one?.rules),
  } = (given ?? {}) as Partial<Config & PageConfig>
  const { color, darkMode = 'auto', position = 'right', launcher = 'circle', offset } = theme ?? {}
  return {
    name: `${name ?? ''}`,
    theme: { color: isColour(color) ? color : '#1f6f54', darkMode, position, launcher, offset: offset ?? null },
    texts: texts ?? {},
    locale: locale ?? undefined,
    hasCampaigns,
  }
}

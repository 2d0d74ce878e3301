import { isColour } from '../shared/colour.ts'
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

export function readPageConfig(given: unknown): PageConfig {
  const { name, theme, texts, locale, campaigns } = (given ?? {}) as Partial<Config>
  const { color, darkMode = 'auto', position = 'right', launcher = 'circle', offset } = theme ?? {}
  return {
    name: `${name ?? ''}`,
    theme: { color: isColour(color) ? color : '#1f6f54', darkMode, position, launcher, offset: offset ?? null },
    texts: texts ?? {},
    locale: locale ?? undefined,
    hasCampaigns: Array.isArray(campaigns) && campaigns.some((one) => one?.rules),
  }
}

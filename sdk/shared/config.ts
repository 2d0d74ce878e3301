import { isColour } from '../../src/base/colour.ts'
import type { Campaign, Config, PreChat, Theme } from './records.ts'

type Loose = Record<string, unknown>
const object = (value: unknown): Loose => (typeof value === 'object' && value !== null ? (value as Loose) : {})
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const one = <T extends string>(value: unknown, ...known: [T, ...T[]]): T =>
  known.includes(value as T) ? (value as T) : known[0]

/** A store's config, whatever came in its place: out of an old cache, a newer server or a stranger's hands. */
export function readConfig(given: unknown): Config {
  const config = object(given)
  const theme = object(config.theme)
  return {
    name: text(config.name) ?? '',
    online: config.online === true,
    theme: {
      color: isColour(theme.color) ? theme.color : '#1f6f54',
      darkMode: one<Theme['darkMode']>(theme.darkMode, 'auto', 'light', 'dark'),
      position: one<Theme['position']>(theme.position, 'right', 'left'),
      launcher: one<Theme['launcher']>(theme.launcher, 'circle', 'pill', 'hidden'),
      offset: object(theme.offset),
      logoUrl: text(theme.logoUrl),
      headerImageUrl: text(theme.headerImageUrl),
      font: one<NonNullable<Theme['font']>>(theme.font, 'system', 'serif', 'rounded', 'mono', 'page'),
      sound: theme.sound !== false && config.sound !== false,
      greeting: text(theme.greeting),
      intro: text(theme.intro),
    },
    texts: object(config.texts) as Config['texts'],
    locale: text(config.locale),
    preChat: {
      ...object(config.preChat),
      mode: one<PreChat['mode']>(object(config.preChat).mode, 'off', 'optional', 'required'),
    },
    quickReplies: list(config.quickReplies).filter((reply) => text(reply) !== null) as string[],
    campaigns: list(config.campaigns).filter((it) => text(object(it).key) && text(object(it).text)) as Campaign[],
    faqs: config.faqs !== false,
    popular: list(config.popular).filter((it) => text(object(it).id) && text(object(it).question)) as Config['popular'],
    team: list(config.team).filter((it) => text(object(it).name)) as Config['team'],
    replyTime: one<Config['replyTime']>(config.replyTime, 'none', 'minutes', 'hours', 'day'),
    hours: text(object(config.hours).timeZone) ? (config.hours as Config['hours']) : null,
    rating: config.rating === true,
    transcript: config.transcript === true,
    orders: config.orders === true,
    mail: config.mail === true,
  }
}

import { t } from '../base/texts.ts'
import type { IconName } from '../ui/Icon.tsx'

type Group = 'personal' | 'workspace' | 'channels' | 'automation' | 'developers'

interface SettingsPage {
  key: string
  title: string
  icon: IconName
  group: Group
  isForAdmins: boolean
  /** A page that another one leads to as well. */
  isUnder?: string
}

/** The headings of the menu, in its order. */
const GROUPS: Record<Group, string> = {
  personal: t('Personal'),
  workspace: t('Workspace'),
  channels: t('Channels'),
  automation: t('Automation'),
  developers: t('Developers'),
}

/** The pages of the settings, in the order of their menu; the command palette lists them as well. */
const PAGES: SettingsPage[] = [
  { key: 'account', title: t('My account'), icon: 'user', group: 'personal', isForAdmins: false },
  { key: 'notifications', title: t('Notifications'), icon: 'bell', group: 'personal', isForAdmins: false },
  { key: 'general', title: t('General'), icon: 'settings', group: 'workspace', isForAdmins: true },
  { key: 'team', title: t('Team'), icon: 'users', group: 'workspace', isForAdmins: true },
  { key: 'single-sign-on', title: t('Single sign-on'), icon: 'link', group: 'workspace', isForAdmins: true },
  { key: 'canned', title: t('Canned replies'), icon: 'bolt', group: 'workspace', isForAdmins: false },
  { key: 'tags', title: t('Tags'), icon: 'tag', group: 'workspace', isForAdmins: false },
  { key: 'privacy', title: t('Privacy'), icon: 'block', group: 'workspace', isForAdmins: true },
  { key: 'audit', title: t('Audit log'), icon: 'clock', group: 'workspace', isForAdmins: true },
  { key: 'widget', title: t('Widget'), icon: 'inbox', group: 'channels', isForAdmins: true },
  { key: 'channels', title: t('Email and messengers'), icon: 'mail', group: 'channels', isForAdmins: true },
  { key: 'slack', title: t('Slack'), icon: 'send', group: 'channels', isForAdmins: true },
  { key: 'spam', title: t('Spam'), icon: 'block', group: 'channels', isForAdmins: true },
  { key: 'shop', title: t('Shop'), icon: 'cart', group: 'channels', isForAdmins: true },
  { key: 'ai', title: t('AI agent'), icon: 'bot', group: 'automation', isForAdmins: true },
  { key: 'knowledge', title: t('Knowledge base'), icon: 'note', group: 'automation', isForAdmins: true },
  {
    key: 'knowledge/insights',
    title: t('What to write next'),
    icon: 'chart',
    group: 'automation',
    isForAdmins: true,
    isUnder: 'knowledge',
  },
  {
    key: 'knowledge/import',
    title: t('Import articles'),
    icon: 'plus',
    group: 'automation',
    isForAdmins: true,
    isUnder: 'knowledge',
  },
  { key: 'rules', title: t('Rules'), icon: 'filter', group: 'automation', isForAdmins: true },
  { key: 'targets', title: t('Reply times'), icon: 'flag', group: 'automation', isForAdmins: true },
  {
    key: 'general/keys',
    title: t('API keys'),
    icon: 'link',
    group: 'developers',
    isForAdmins: true,
    isUnder: 'general',
  },
  { key: 'webhooks', title: t('Webhooks'), icon: 'send', group: 'developers', isForAdmins: true },
  { key: 'customer-cards', title: t('Customer cards'), icon: 'user', group: 'developers', isForAdmins: true },
  { key: 'assistants', title: t('Assistants'), icon: 'plug', group: 'developers', isForAdmins: true },
]

/** Pages that a member of this role sees. */
export const settingsPages = (role: string): SettingsPage[] =>
  PAGES.filter(({ isForAdmins }) => role === 'admin' || !isForAdmins)

/** Groups of those pages under the headings of the menu, without empty ones. */
export function settingsGroups(role: string): { group: Group; heading: string; pages: SettingsPage[] }[] {
  const pages = settingsPages(role)
  return (Object.keys(GROUPS) as Group[])
    .map((group) => ({ group, heading: GROUPS[group], pages: pages.filter((page) => page.group === group) }))
    .filter((one) => one.pages.length > 0)
}

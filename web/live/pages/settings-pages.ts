import { t } from '../../base/texts.ts'
import type { IconName } from '../../ui/Icon.tsx'

interface SettingsPage {
  key: string
  title: string
  icon: IconName
  isForAdmins: boolean
  /** A page that another one leads to; the menu shows that one. */
  isUnder?: string
}

/** The pages of the settings, in the order of their menu; the palette knows them, too. */
const PAGES: SettingsPage[] = [
  { key: 'account', title: t('My account'), icon: 'user', isForAdmins: false },
  { key: 'notifications', title: t('Notifications'), icon: 'bell', isForAdmins: false },
  { key: 'canned', title: t('Canned replies'), icon: 'bolt', isForAdmins: false },
  { key: 'tags', title: t('Tags'), icon: 'tag', isForAdmins: false },
  { key: 'general', title: t('General'), icon: 'settings', isForAdmins: true },
  { key: 'widget', title: t('Widget'), icon: 'inbox', isForAdmins: true },
  { key: 'channels', title: t('Channels'), icon: 'mail', isForAdmins: true },
  { key: 'shop', title: t('Shop'), icon: 'cart', isForAdmins: true },
  { key: 'ai', title: t('AI agent'), icon: 'bot', isForAdmins: true },
  { key: 'rules', title: t('Rules'), icon: 'filter', isForAdmins: true },
  { key: 'targets', title: t('Reply times'), icon: 'flag', isForAdmins: true },
  { key: 'knowledge', title: t('Knowledge base'), icon: 'note', isForAdmins: true },
  { key: 'team', title: t('Team'), icon: 'users', isForAdmins: true },
  { key: 'general/keys', title: t('API keys'), icon: 'link', isForAdmins: true, isUnder: 'general' },
  { key: 'assistants', title: t('Assistants'), icon: 'plug', isForAdmins: true },
  { key: 'webhooks', title: t('Webhooks'), icon: 'send', isForAdmins: true },
  { key: 'privacy', title: t('Privacy'), icon: 'block', isForAdmins: true },
  { key: 'audit', title: t('Audit log'), icon: 'clock', isForAdmins: true },
]

/** Those that a member of this role sees. */
export const settingsPages = (role: string): SettingsPage[] =>
  PAGES.filter(({ isForAdmins }) => role === 'admin' || !isForAdmins)

import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { go, Link, pathTo } from '../../base/router.ts'
import { useStore } from '../../base/store.ts'
import { t } from '../../base/texts.ts'
import { signOut } from '../../live/session.ts'
import { inbox } from '../../live/state.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { Account } from './Account.tsx'
import '../../ui/page.css'

interface Tab {
  key: string
  title: string
  icon: IconName
  isForAdmins: boolean
  page: ComponentType
  /** A page that another one leads to; the menu shows that one. */
  isUnder?: string
}

const page = (load: () => Promise<{ default: ComponentType }>) => lazy(load)

const TABS: Tab[] = [
  { key: 'account', title: t('My account'), icon: 'user', isForAdmins: false, page: Account },
  {
    key: 'notifications',
    title: t('Notifications'),
    icon: 'bell',
    isForAdmins: false,
    page: page(() => import('./notifications/Notifications.tsx')),
  },
  {
    key: 'canned',
    title: t('Canned replies'),
    icon: 'bolt',
    isForAdmins: false,
    page: page(() => import('./CannedReplies.tsx')),
  },
  { key: 'tags', title: t('Tags'), icon: 'tag', isForAdmins: false, page: page(() => import('./Tags.tsx')) },
  {
    key: 'general',
    title: t('General'),
    icon: 'settings',
    isForAdmins: true,
    page: page(() => import('./General.tsx')),
  },
  {
    key: 'widget',
    title: t('Widget'),
    icon: 'inbox',
    isForAdmins: true,
    page: page(() => import('./widget/Widget.tsx')),
  },
  {
    key: 'channels',
    title: t('Channels'),
    icon: 'mail',
    isForAdmins: true,
    page: page(() => import('./channels/Channels.tsx')),
  },
  {
    key: 'shop',
    title: t('Shop'),
    icon: 'cart',
    isForAdmins: true,
    page: page(() => import('./shop/Shop.tsx')),
  },
  {
    key: 'ai',
    title: t('AI agent'),
    icon: 'bot',
    isForAdmins: true,
    page: page(() => import('./ai-agent/AiAgent.tsx')),
  },
  {
    key: 'rules',
    title: t('Rules'),
    icon: 'filter',
    isForAdmins: true,
    page: page(() => import('./rules/Rules.tsx')),
  },
  {
    key: 'targets',
    title: t('Reply times'),
    icon: 'flag',
    isForAdmins: true,
    page: page(() => import('./targets/Targets.tsx')),
  },
  {
    key: 'knowledge',
    title: t('Knowledge base'),
    icon: 'note',
    isForAdmins: true,
    page: page(() => import('./KnowledgeBase.tsx')),
  },
  { key: 'team', title: t('Team'), icon: 'users', isForAdmins: true, page: page(() => import('./Team.tsx')) },
  {
    key: 'general/keys',
    title: t('API keys'),
    icon: 'link',
    isForAdmins: true,
    page: page(() => import('./ApiKeys.tsx')),
    isUnder: 'general',
  },
  {
    key: 'assistants',
    title: t('Assistants'),
    icon: 'plug',
    isForAdmins: true,
    page: page(() => import('./Assistants.tsx')),
  },
  {
    key: 'webhooks',
    title: t('Webhooks'),
    icon: 'send',
    isForAdmins: true,
    page: page(() => import('./Webhooks.tsx')),
  },
  { key: 'privacy', title: t('Privacy'), icon: 'block', isForAdmins: true, page: page(() => import('./Privacy.tsx')) },
  { key: 'audit', title: t('Audit log'), icon: 'clock', isForAdmins: true, page: page(() => import('./AuditLog.tsx')) },
]

/** Pages that stood elsewhere: old addresses lead on. */
const MOVED: Record<string, string> = { keys: 'general/keys' }

/** Settings: one's own, and the store's for its admins. */
export default function Settings({ tab, part }: { tab: string; part: string | undefined }) {
  const isAdmin = useStore(inbox, (state) => state.me.member.role === 'admin')
  const tabs = TABS.filter(({ isForAdmins }) => isAdmin || !isForAdmins)
  const current = tabs.find(({ key }) => key === `${tab}/${part}`) ?? tabs.find(({ key }) => key === tab)
  useEffect(() => {
    const instead = MOVED[tab] ?? 'general'
    if (!current) go(pathTo('settings', ...(isAdmin ? instead.split('/') : ['account'])), { replace: true })
    document.title = current ? t('{0} · Settings', current.title) : t('Settings')
  }, [current, isAdmin, tab])
  const Page = current?.page
  return (
    <div className="settings">
      <nav aria-label={t('Settings')} className="settings-nav">
        <Link href={pathTo('open')} className="nav-item">
          <Icon name="back" />
          <span className="nav-title">{t('Inbox')}</span>
        </Link>
        <ul>
          {tabs
            .filter(({ isUnder }) => !isUnder)
            .map(({ key, title, icon }) => (
              <li key={key}>
                <Link
                  href={pathTo('settings', key)}
                  className="nav-item"
                  aria-current={key === tab ? (current?.isUnder ? 'true' : 'page') : undefined}
                >
                  <Icon name={icon} />
                  <span className="nav-title">{title}</span>
                </Link>
              </li>
            ))}
        </ul>
        <Button kind="quiet" className="sign-out" onClick={() => void signOut()}>
          {t('Sign out')}
        </Button>
      </nav>
      <main className="settings-page">
        {current?.isUnder && (
          <p className="above">
            <Link href={pathTo('settings', current.isUnder)}>{titleOf(current.isUnder)}</Link>
          </p>
        )}
        <h1>{current?.title ?? t('Settings')}</h1>
        <Suspense fallback={<p className="more">{t('Loading…')}</p>}>{Page && <Page />}</Suspense>
      </main>
    </div>
  )
}

const titleOf = (key: string) => TABS.find((tab) => tab.key === key)?.title

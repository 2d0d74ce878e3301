import { type ComponentType, lazy, Suspense, useEffect, useRef } from 'react'
import { go, Link, pathTo } from '../../base/router.ts'
import { useStore } from '../../base/store.ts'
import { t } from '../../base/texts.ts'
import { settingsPages } from '../../live/settings-pages.ts'
import { inbox } from '../../live/state.ts'
import { Account } from './Account.tsx'
import { SettingsMenu } from './SettingsMenu.tsx'
import '../../ui/page.css'

const page = (load: () => Promise<{ default: ComponentType }>) => lazy(load)

/** What each page of `live/settings-pages.ts` shows. */
const PAGES: Record<string, ComponentType> = {
  account: Account,
  notifications: page(() => import('./notifications/Notifications.tsx')),
  canned: page(() => import('./CannedReplies.tsx')),
  tags: page(() => import('./Tags.tsx')),
  general: page(() => import('./General.tsx')),
  widget: page(() => import('./widget/Widget.tsx')),
  channels: page(() => import('./channels/Channels.tsx')),
  slack: page(() => import('./Slack.tsx')),
  spam: page(() => import('./Spam.tsx')),
  shop: page(() => import('./shop/Shop.tsx')),
  ai: page(() => import('./ai-agent/AiAgent.tsx')),
  rules: page(() => import('./rules/Rules.tsx')),
  targets: page(() => import('./targets/Targets.tsx')),
  knowledge: page(() => import('./knowledge/KnowledgeBase.tsx')),
  'knowledge/import': page(() => import('./articles/ImportArticles.tsx')),
  'knowledge/insights': page(() => import('./articles/Insights.tsx')),
  'single-sign-on': page(() => import('./single-sign-on/SingleSignOnPage.tsx')),
  team: page(() => import('./Team.tsx')),
  'general/keys': page(() => import('./ApiKeys.tsx')),
  assistants: page(() => import('./Assistants.tsx')),
  webhooks: page(() => import('./Webhooks.tsx')),
  'customer-cards': page(() => import('./CustomerCards.tsx')),
  privacy: page(() => import('./Privacy.tsx')),
  audit: page(() => import('./AuditLog.tsx')),
}

/** Pages that stood elsewhere: old addresses lead on. */
const MOVED: Record<string, string> = { keys: 'general/keys' }

/** Settings: one's own, and the store's for its admins. */
export default function Settings({ tab, part }: { tab: string; part: string | undefined }) {
  const role = useStore(inbox, (state) => state.me.member.role)
  const isAdmin = role === 'admin'
  const tabs = settingsPages(role)
  const current = tabs.find(({ key }) => key === `${tab}/${part}`) ?? tabs.find(({ key }) => key === tab)
  useEffect(() => {
    const instead = MOVED[tab] ?? 'general'
    if (!current) go(pathTo('settings', ...(isAdmin ? instead.split('/') : ['account'])), { replace: true })
    document.title = current ? t('{0} · Settings', current.title) : t('Settings')
  }, [current, isAdmin, tab])
  const main = useRef<HTMLElement>(null)
  const menu = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: on each page that is gone to
  useEffect(() => {
    // On a narrow screen the menu is one long line.
    menu.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
    // Keyboard users are then in the page, not before the menu's first line.
    if (!main.current?.contains(document.activeElement)) main.current?.querySelector('h1')?.focus()
  }, [current?.key])
  const Page = current && PAGES[current.key]
  const above = tabs.find(({ key }) => key === current?.isUnder)
  return (
    <div className="settings">
      <SettingsMenu role={role} current={current?.key} menu={menu} />
      <main className="settings-page" ref={main}>
        {above && (
          <p className="above">
            <Link href={pathTo('settings', above.key)}>{above.title}</Link>
          </p>
        )}
        <h1 tabIndex={-1}>{current?.title ?? t('Settings')}</h1>
        <Suspense fallback={<p className="more">{t('Loading…')}</p>}>{Page && <Page />}</Suspense>
      </main>
    </div>
  )
}

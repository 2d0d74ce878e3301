import type { KeyboardEvent, RefObject } from 'react'
import { Link, pathTo } from '../../base/router.ts'
import { useStore } from '../../base/store.ts'
import { t } from '../../base/texts.ts'
import { signOut } from '../../live/session.ts'
import { settingsGroups } from '../../live/settings-pages.ts'
import { inbox } from '../../live/state.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'

/** The settings' pages in groups. Tab reaches each page; the arrow keys, Home and End move between them. */
export function SettingsMenu({
  role,
  current,
  menu,
}: {
  role: string
  /** The key of the page that is shown. */
  current: string | undefined
  menu: RefObject<HTMLElement | null>
}) {
  const { otherStores, store } = useStore(inbox, (state) => state.me)
  return (
    <nav aria-label={t('Settings')} className="settings-nav" ref={menu} onKeyDown={moveFocus}>
      <Link href={pathTo('open')} className="nav-item">
        <Icon name="back" />
        <span className="nav-title">{t('Inbox')}</span>
      </Link>
      {settingsGroups(role).map(({ group, heading, pages }) => (
        <div key={group} className="nav-group">
          <h2 id={`settings-${group}`}>{heading}</h2>
          <ul aria-labelledby={`settings-${group}`}>
            {pages.map(({ key, title, icon }) => (
              <li key={key}>
                <Link
                  href={pathTo('settings', ...key.split('/'))}
                  className="nav-item"
                  aria-current={key === current ? 'page' : undefined}
                >
                  <Icon name={icon} />
                  <span className="nav-title">{title}</span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <Button kind="quiet" className="sign-out" onClick={() => void signOut()}>
        {otherStores > 0 ? t('Sign out of {0}', store.name) : t('Sign out')}
      </Button>
    </nav>
  )
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a.nav-item')]
  const at = links.indexOf(document.activeElement as HTMLElement)
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key]
  if (at < 0 || to === undefined) return
  event.preventDefault()
  links[to]?.focus()
}

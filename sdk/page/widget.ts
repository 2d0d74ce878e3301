import { keepAttached, makeElements } from './elements.ts'
import type { PageConfig } from './page-config.ts'
import { COVERS, paint } from './styles.ts'
import type { Texts } from './texts.ts'

export interface Look {
  theme: PageConfig['theme']
  texts: Texts
  rtl: boolean
  /** The store's name. */
  name: string
}

/** What the widget shows; the script answers from it, also before there is anything to see. */
export interface Shown {
  hidden: boolean
  launcherHidden: boolean
  open: boolean
  unread: number
}

/** The launcher and the panel around the frame: all that the shop's page itself shows. */
export function createWidget(state: Shown, calls: { toggle(): void; close(): void; retry(): void; moved(): void }) {
  const el = makeElements()
  const covers = matchMedia(COVERS)
  const darkness = matchMedia('(prefers-color-scheme: dark)')
  let look: Look | undefined
  /** Height of what is shown above the launcher, in pixels. */
  let height = 0
  let before: HTMLElement | null = null
  let isInert = false
  let isAttached = false

  function draw(): void {
    if (!look) return
    const { theme, texts, rtl, name } = look
    const { hidden, launcherHidden, open, unread } = state
    paint(el.root, theme, isDark(theme))
    el.root.classList.toggle('left', theme.position === 'left')
    el.root.classList.toggle('open', open)
    el.root.dir = rtl ? 'rtl' : 'ltr'
    el.host.hidden = hidden
    el.launcher.hidden = launcherHidden
    el.launcher.classList.toggle('pill', theme.launcher === 'pill')
    el.label.hidden = theme.launcher !== 'pill'
    el.label.textContent = texts.launcher
    const label = texts.launcher
    el.launcher.setAttribute('aria-label', unread && !open ? `${label} (${unread})` : label)
    el.launcher.setAttribute('aria-expanded', `${open}`)
    el.badge.hidden = open || unread === 0
    el.badge.textContent = unread > 99 ? '99+' : `${unread}`
    el.panel.setAttribute('aria-label', name ? `${texts.launcher} · ${name}` : texts.launcher)
    el.panel.setAttribute('aria-modal', `${open && covers.matches}`)
    el.leave.textContent = texts.close
    el.retry.textContent = texts.retry
    el.root.classList.toggle('peek', !open && height > 0)
    cover(open && covers.matches && !hidden)
  }

  const isDark = ({ darkMode }: PageConfig['theme']) =>
    darkMode === 'dark' || (darkMode !== 'light' && darkness.matches)

  /** On phones the panel covers the page: keyboard and reader stay in it until it is closed. */
  function cover(on: boolean): void {
    if (on !== isInert && document.body) {
      document.body.inert = on
      isInert = on
    }
    fit()
  }

  /** Above the phone's keyboard, not under it. */
  function fit(): void {
    const view = window.visualViewport
    const covered = isInert && view && view.height < window.innerHeight - 60
    el.panel.style.height = covered ? `${view.height}px` : ''
    el.panel.style.top = covered ? `${view.offsetTop}px` : ''
  }

  el.launcher.onclick = () => calls.toggle()
  el.leave.onclick = () => calls.close()
  el.retry.onclick = () => calls.retry()
  el.root.onkeydown = (event) => {
    if (event.key === 'Escape') calls.close()
  }
  covers.addEventListener('change', draw)
  darkness.addEventListener('change', draw)
  for (const type of ['resize', 'scroll']) window.visualViewport?.addEventListener(type, fit)
  window.addEventListener('pagehide', () => cover(false))
  window.addEventListener('pageshow', draw)

  return {
    panel: el.panel,
    covers: () => covers.matches,
    show(next: Look): void {
      look = next
      draw()
      if (!isAttached) keepAttached(el.host, calls.moved)
      isAttached = true
    },
    draw,
    open(): void {
      if (!state.open) before = document.activeElement as HTMLElement | null
      height = 0
      Object.assign(state, { open: true, hidden: false })
      draw()
    },
    close(): void {
      const hadFocus = document.activeElement === el.host
      state.open = false
      draw()
      if (!hadFocus) return
      el.launcher.focus()
      // Does nothing where that is gone, or takes no focus.
      before?.focus()
    },
    /** The focus is here, or still where it was before. */
    mayTakeFocus: () => [before, el.host].includes(document.activeElement as HTMLElement | null),
    /** Shows the frame above the launcher, `pixels` high; 0 hides it. */
    peek(pixels: number): void {
      height = pixels
      el.root.style.setProperty('--peek', `${pixels}px`)
      draw()
    },
    /** Waiting for the frame, working with it, or without it. */
    wait(phase: 'loading' | 'live' | 'failed'): void {
      el.root.classList.toggle('live', phase === 'live')
      el.spinner.hidden = phase !== 'loading'
      el.retry.hidden = phase !== 'failed'
      el.notice.textContent = phase === 'failed' ? (look?.texts.unreachable ?? '') : ''
    },
  }
}

export type Widget = ReturnType<typeof createWidget>

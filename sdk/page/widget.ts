import { CHAT, DOWN, keepAttached, makeElements } from './elements.ts'
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
  let isCovering = false
  let isAttached = false
  /** The click that opened the panel. */
  let opening: Event | undefined

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
    const isPill = theme.launcher === 'pill' && !open
    el.launcher.classList.toggle('pill', isPill)
    el.label.hidden = !isPill
    el.line.setAttribute('d', open ? DOWN : CHAT)
    const label = texts.launcher
    el.label.textContent = label
    el.launcher.setAttribute('aria-label', unread && !open ? `${label} (${unread})` : label)
    el.launcher.setAttribute('aria-expanded', `${open}`)
    el.badge.hidden = open || unread === 0
    el.badge.textContent = unread > 99 ? '99+' : `${unread}`
    el.panel.setAttribute('aria-label', name ? `${label} · ${name}` : label)
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
    const { body, documentElement } = document
    isCovering = on
    // In a modal dialog of the page, everything else is inert already. The value is ours: a page may keep a copy of its body
    // and bring it back when the panel is closed.
    if (on && el.host.parentNode === documentElement) body?.setAttribute('inert', 'parley')
    else if (body?.getAttribute('inert') === 'parley') body.removeAttribute('inert')
    fit()
  }

  /** Above the phone's keyboard, not under it. */
  function fit(): void {
    const view = visualViewport
    const covered = isCovering && view && view.height < innerHeight - 60
    el.panel.style.height = covered ? `${view.height}px` : ''
    el.panel.style.top = covered ? `${view.offsetTop}px` : ''
  }

  el.launcher.onclick = (event) => event !== opening && calls.toggle()
  // A focus trap of the page may stop clicks before they come to the launcher, the only thing to click while it is closed.
  const onAnyClick = (event: Event) => {
    if (state.open || event.target !== el.host) return
    opening = event
    calls.toggle()
  }
  addEventListener('click', onAnyClick, true)
  el.leave.onclick = () => calls.close()
  el.retry.onclick = () => calls.retry()
  el.root.onkeydown = (event) => {
    if (event.key === 'Escape') calls.close()
  }
  covers.addEventListener('change', draw)
  darkness.addEventListener('change', draw)
  for (const type of ['resize', 'scroll']) visualViewport?.addEventListener(type, fit)
  addEventListener('pagehide', () => cover(false))
  addEventListener('pageshow', draw)

  return {
    panel: el.panel,
    covers: () => covers.matches,
    show(next: Look): void {
      look = next
      draw()
      if (!isAttached) keepAttached(el.host, calls.moved, draw)
      isAttached = true
    },
    draw,
    open(): void {
      if (!state.open) before = document.activeElement as HTMLElement | null
      height = 0
      state.open = true
      state.hidden = false
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

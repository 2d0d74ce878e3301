import { styles } from './styles.ts'

// The widget's elements in the shop's page: one host beside <body>, so that a page that swaps its body keeps the chat,
// and everything else in a closed shadow root. Made by DOM calls alone, which Trusted Types and strict policies allow.

/** What the launcher's icon draws, while the panel is closed and open. */
export const CHAT = 'M5 5.5h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-6.5L8 21v-3.5H5a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2Z'
export const DOWN = 'm6 9.5 6 6 6-6'

function svg(name: 'svg' | 'path', parent: Node): SVGElement {
  return parent.appendChild(document.createElementNS('http://www.w3.org/2000/svg', name))
}

function make<K extends keyof HTMLElementTagNameMap>(tag: K, name: string, parent?: Node): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  element.className = name
  parent?.appendChild(element)
  return element
}

function button(name: string, parent: Node): HTMLButtonElement {
  const element = make('button', name, parent)
  element.type = 'button'
  return element
}

export function makeElements() {
  const host = document.createElement('parley-chat')
  const shadow = host.attachShadow({ mode: 'closed' })
  try {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(styles)
    shadow.adoptedStyleSheets = [sheet]
  } catch {
    make('style', '', shadow).textContent = styles // browsers before constructable stylesheets
  }
  const root = make('div', 'root', shadow)

  const panel = make('div', 'panel', root)
  panel.setAttribute('role', 'dialog')
  const wait = make('div', 'wait', panel)
  const spinner = make('div', 'spin', wait)
  const notice = make('div', '', wait)
  notice.setAttribute('role', 'status')
  const retry = button('', wait)
  retry.hidden = true
  const leave = button('', wait)

  const launcher = button('launcher', root)
  launcher.setAttribute('aria-haspopup', 'dialog')
  const icon = svg('svg', launcher)
  icon.setAttribute('viewBox', '0 0 24 24')
  const line = svg('path', icon)
  const label = make('span', '', launcher)
  const badge = make('div', 'badge', launcher)
  for (const drawn of [icon, label, badge]) drawn.setAttribute('aria-hidden', 'true')
  badge.hidden = true

  return {
    host,
    root,
    panel,
    spinner,
    notice,
    retry,
    leave,
    launcher,
    line,
    label,
    badge,
  }
}

/** Without an error in browsers that do not know `:modal`. */
const isModal = (element: Element) => element.matches('dialog:is(:modal)')

/**
 * Keeps the host beside <body>, whatever a framework does to the document; while modal dialogs are open, in the one that was
 * opened last, because everything outside it is inert. Calls `changed` after each look. A frame that was taken out, or that
 * the browser cannot move, loads again: `moved`.
 */
export function keepAttached(host: HTMLElement, moved: () => void, changed: () => void): void {
  let dialogs: Element[] = [...document.querySelectorAll('dialog')]

  function attach(records: MutationRecord[]): void {
    const touched = records.filter((record) => record.attributeName).map(({ target }) => target as Element)
    dialogs = [...dialogs.filter((dialog) => !touched.includes(dialog)), ...touched].filter(isModal)
    const parent = dialogs[dialogs.length - 1] ?? document.documentElement
    if (parent && host.parentNode !== parent) {
      try {
        parent.moveBefore(host, null)
      } catch {
        parent.appendChild(host)
        moved()
      }
      host.popover = null
      if (dialogs[0]) {
        // A dialog with a transform would position and clip it, but for the top layer.
        host.popover = 'manual'
        host.showPopover?.()
      }
    }
    watch.disconnect()
    for (let node: Node | null = parent ?? document; node; node = node.parentNode)
      watch.observe(node, { childList: true })
    changed()
  }

  const watch = new MutationObserver(attach)
  new MutationObserver(attach).observe(document, { subtree: true, attributeFilter: ['open'] })
  attach([])
}

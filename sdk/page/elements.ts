import { styles } from './styles.ts'

// The widget's elements in the shop's page: one host beside <body>, so that a page that swaps its body keeps the chat,
// and everything else in a closed shadow root. Made by DOM calls alone, which Trusted Types and strict policies allow.

const CHAT = 'M5 5.5h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-6.5L8 21v-3.5H5a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2Z'
const DOWN = 'm6 9.5 6 6 6-6'

function icon(path: string): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('aria-hidden', 'true')
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  line.setAttribute('d', path)
  svg.appendChild(line)
  return svg
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
  launcher.appendChild(icon(CHAT))
  launcher.appendChild(icon(DOWN))
  const label = make('span', '', launcher)
  label.setAttribute('aria-hidden', 'true')
  const badge = make('div', 'badge', launcher)
  badge.setAttribute('aria-hidden', 'true')
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
    label,
    badge,
  }
}

/** Keeps the host beside <body>, whatever a framework does to the document. A frame that was taken out loads again. */
export function keepAttached(host: HTMLElement, moved: () => void): void {
  const attach = () => {
    const { documentElement } = document
    if (documentElement && host.parentNode !== documentElement) {
      documentElement.appendChild(host)
      moved()
    }
    watch.disconnect()
    watch.observe(document, { childList: true })
    if (documentElement) watch.observe(documentElement, { childList: true })
  }
  const watch = new MutationObserver(attach)
  attach()
}

import { render } from 'preact'
import type { Command, FromFrame, FromPage, Hello } from '../shared/bridge.ts'
import { createCampaigns } from './campaigns/campaigns.ts'
import { fetchConfig, type Given, keepAsking } from './config.ts'
import { createTray } from './engine/attachments.ts'
import { createCommands } from './engine/commands.ts'
import { createEngine, type Outside } from './engine/engine.ts'
import { stateOf } from './engine/sdk-state.ts'
import type { Screen } from './engine/state.ts'
import { loadTexts, type Texts } from './i18n/texts.ts'
import styles from './styles/index.css?inline'
import stylesFile from './styles/index.css?url'
import { App } from './ui/app.tsx'
import { WidgetContext } from './ui/context.ts'
import { chime } from './ui/sound.ts'
import { applyTheme } from './ui/theme.ts'

/** A screen as the page knows it. */
const named = (view: Screen) => (view === 'history' || view === 'orders' ? 'home' : view)

/** Commands that need no server until there is a session for another reason; the page has the same. */
const WAITS = /^(event:track|typing:set|logout)/

const appId = new URLSearchParams(location.search).get('app') ?? ''
const configured = fetchConfig(appId)

const dressed = dress()

/** As a constructable stylesheet, which the page's policy does not concern; before Safari 16.4 as a file. */
async function dress(): Promise<void> {
  try {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(styles)
    document.adoptedStyleSheets = [sheet]
  } catch {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = stylesFile
    document.head.append(link)
    await new Promise((resolve) => {
      link.onload = link.onerror = resolve
    })
  }
}

// The only message: a port, from the page that holds this frame. The policy of the frame's page says which pages may
// hold it (`frame-ancestors`, from the store's allowed origins).
addEventListener('message', function take({ source, data, ports }: MessageEvent<Hello>) {
  const [port] = ports
  if (source !== window.parent || source === window || !port) return
  if (data?.parley !== 1 || data.appId !== appId) return
  removeEventListener('message', take)
  start(port, data)
})

async function start(port: MessagePort, hello: Hello): Promise<void> {
  const say = (message: FromFrame) => port.postMessage(message)
  let wanted: string | undefined = hello.locale
  say({ type: 'here' })
  let texts: Texts
  /** The language of the articles on the home screen: the browser's, unless the page or the store says another one. */
  let articlesIn = navigator.language.slice(0, 2)
  let sent: Record<string, unknown> = {}

  const outside: Outside = {
    emit: (name, detail = {}) => say({ type: 'event', name, detail }),
    announce(message) {
      const { open, config } = engine.store.get()
      if (config.theme.sound !== false) chime()
      const { name, avatarUrl } = message.sender
      if (!open) engine.store.set({ peek: { name, avatarUrl, text: message.text || (message.files[0]?.name ?? '') } })
    },
    dropped: (name, why) => say({ type: 'dropped', name, why }),
    page: { held: hello.held, hold: (name, text) => say({ type: 'hold', name, text }) },
  }
  const engine = createEngine(appId, hello.locale ?? navigator.language, outside)
  const { store } = engine
  const commands = createCommands(engine, outside, (tag) => {
    wanted = tag
    commands.tellVisitor({ locale: tag })
    speak()
  })

  const tray = createTray(engine)

  async function speak(): Promise<void> {
    const { locale, popular, texts: overrides } = store.get().config
    texts = await loadTexts([wanted, locale, navigator.language], overrides)
    document.documentElement.lang = texts.tag
    document.documentElement.dir = texts.rtl ? 'rtl' : 'ltr'
    store.set({ locale: texts.tag })
    draw()
    const language = (wanted ?? locale ?? navigator.language).slice(0, 2)
    if (popular[0] && language !== articlesIn) {
      articlesIn = language
      store.set((await fetchConfig(`${appId}&locale=${language}`)) ?? {})
    }
  }

  const close = () => (store.get().open ? say({ type: 'close' }) : store.set({ peek: null }))
  const peekAt = (height: number) => say({ type: 'peek', height })

  function open(view: Screen): void {
    const { peek } = store.get()
    engine.wakeUp()
    if (peek?.campaign) campaigns.follow(peek.campaign)
    store.set({ peek: null, ...(peek?.campaign ? { campaign: peek.campaign } : {}) })
    say({ type: 'open', view: named(view) })
  }

  const campaigns = createCampaigns(engine, (campaign) => {
    const { open: isOpen, config } = store.get()
    const { key, text, senderName: name = config.name } = campaign
    if (isOpen) {
      store.set({ campaign })
      show('messages')
    } else store.set({ peek: { name, avatarUrl: null, text, campaign } })
    say({ type: 'event', name: 'trigger:fired', detail: { key, text } })
  })

  function draw(): void {
    const { follow } = campaigns
    const widget = { engine, commands, tray, texts, show, close, open, follow, peekAt }
    render(
      <WidgetContext.Provider value={widget}>
        <App />
      </WidgetContext.Provider>,
      document.body,
    )
  }

  function show(view: Screen): void {
    if (view === 'home') engine.showCurrent()
    if (view !== 'help') store.set({ articleId: null, isFromAnswer: false })
    store.set({ takesFocus: true })
    engine.show(view)
    if (store.get().open) say({ type: 'view', view: named(view) })
  }

  /** Sends the page the values that changed and that it may read. */
  function report(): void {
    const now: Record<string, unknown> = { ...stateOf(store.get()) }
    const changes: Record<string, unknown> = {}
    for (const key of Object.keys(now)) {
      if (JSON.stringify(now[key]) !== JSON.stringify(sent[key])) changes[key] = now[key]
    }
    if (Object.keys(changes).length === 0) return
    const before = sent
    sent = now
    say({ type: 'state', state: changes })
    if ('chat:unread:count' in changes && (before['chat:unread:count'] ?? 0) !== now['chat:unread:count'])
      say({ type: 'event', name: 'unread:changed', detail: { count: now['chat:unread:count'] } })
    if ('agent:online' in changes && (before['agent:online'] ?? false) !== now['agent:online'])
      say({ type: 'event', name: 'availability:changed', detail: { online: now['agent:online'] } })
    if (now['session:id'] !== null || before['session:id'])
      say({
        type: 'talked',
        talked: now['conversation:id'] !== null || now['user:identified'] === true,
      })
  }

  const hears: { [T in FromPage['type']]: (message: Extract<FromPage, { type: T }>) => void } = {
    command({ command }: { command: Command }) {
      const { verb, name, args } = command
      if (name === 'cart') campaigns.cart(args[0] as Record<string, unknown>)
      if (name === 'user:attributes') campaigns.attributes(args[0] as Record<string, string>)
      if (name === 'event:track') campaigns.tracked(args[0] as string)
      if (name === 'trigger:run') {
        if (!campaigns.run(args[0] as string)) outside.dropped(name, 'no such campaign')
        return
      }
      if (verb === 'do' && !WAITS.test(name)) engine.wakeUp()
      commands.run(command)
    },
    moment: campaigns.moment,
    pages({ pages }) {
      engine.pages(pages)
      for (const page of pages.slice(-1)) campaigns.page(page)
    },
    held: ({ name, text }) => engine.heldElsewhere(name, text),
    done: ({ name }) => engine.storage.done(name),
    closed() {
      engine.showCurrent()
      store.set({ open: false })
    },
    opened({ view, takesFocus }) {
      engine.wakeUp()
      const { conversation, outbox, view: last } = store.get()
      const goes = view ?? (conversation?.unreadCount || outbox.length > 0 ? 'messages' : last)
      engine.show(goes)
      if (goes !== 'help') store.set({ articleId: null })
      store.set({ open: true, takesFocus, peek: null })
      engine.markRead()
    },
  }

  addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) close()
  })
  port.onmessage = ({ data }: MessageEvent<FromPage>) => hears[data.type]?.(data as never)

  /** Draws the widget as the store has set it up; plainly, while nobody knows. */
  async function dressAs(given: Given | null): Promise<void> {
    if (given) store.set({ ...given, online: given.config.online })
    applyTheme(store.get().config.theme, hello.font)
    await speak()
  }

  const given = await configured
  await dressed
  await dressAs(given)
  store.subscribe(report)
  report() // the first word the page hears: now the frame is there, and what waited comes
  if (given) say({ type: 'config', config: given.config })
  else
    keepAsking(appId).then(async (late) => {
      await dressAs(late)
      say({ type: 'config', config: late.config })
      campaigns.configured()
    })
  if (hello.isQuiet) campaigns.start()
  else engine.wakeUp()
  await engine.ensureSession().catch(() => {})
  campaigns.start()
  engine.outbox.flush()
}

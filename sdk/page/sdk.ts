import { VISITOR_MESSAGES_PER_MINUTE, VISITOR_TYPING_PER_MINUTE } from '../../src/core/limits.ts'
import type { Command, FromFrame, Page, State } from '../shared/bridge.ts'
import { isRightToLeft, pickLanguage } from '../shared/language.ts'
import type { View } from '../shared/names.ts'
import { createBridge } from './bridge.ts'
import { type Events, freeze } from './events.ts'
import type { Debug } from './global.ts'
import { own } from './grammar.ts'
import { perMinute } from './limits.ts'
import { createMemory } from './local-store.ts'
import type { PageConfig } from './page-config.ts'
import { watchPages } from './pages.ts'
import { watchMoments } from './scroll-and-exit-intent.ts'
import { createSettings } from './settings.ts'
import { textsFor } from './texts.ts'
import { countInTitle } from './title.ts'
import { createWidget, type Widget } from './widget.ts'

export interface Options {
  origin: string
  appId: string
  /** What the script's tag says of the look, for the first page before the config is there. */
  look: { color?: string; position?: string; launcher?: string }
  /** Nothing is kept, asked for or shown before the shop says that its visitor consents. */
  needsConsent: boolean
  debug: Debug
}

/** Commands that need no server, until there is a frame for another reason. */
const WAITS = /^(set|do (event:track|typing:set|logout))/

/** The SDK at work: what it keeps, asks for and shows begins here. */
export function createSdk({ origin, appId, look, debug }: Options, events: Events) {
  const memory = createMemory(appId)
  const limits: Record<string, () => boolean> = {
    'message:send': perMinute(VISITOR_MESSAGES_PER_MINUTE),
    'typing:set': perMinute(VISITOR_TYPING_PER_MINUTE),
  }
  const state: State = {
    'session:ongoing': false,
    'user:identified': false,
    'bot:active': false,
    'agent:online': false,
    'chat:unread:count': 0,
    'message:text': '',
    'session:id': null,
    'conversation:id': null,
    'user:profile': null,
  }
  let locale: string | undefined
  let launcherWish: boolean | undefined

  const settings = createSettings(origin, appId, memory, {
    changed() {
      if (made) draw()
      loadForCampaigns()
    },
    comesWithFrame: () => bridge.isWanted(),
  })
  const shown = { hidden: false, launcherHidden: false, open: false, unread: 0 }
  /** Made in a task of its own, after the queue, or when it is first needed: the shop's page is not held up. */
  let made: Widget | undefined
  const widget = (): Widget => {
    made ??= createWidget(shown, {
      toggle: () => toggle(),
      close: () => close(),
      retry: () => bridge.load(),
      moved: () => bridge.moved(),
    })
    return made
  }
  const bridge = createBridge(origin, appId, () => widget().panel, {
    hello: () => ({
      parley: 1,
      appId,
      locale: locale ?? pageLanguage(),
      font: getComputedStyle(document.body).fontFamily,
      held: memory.held(),
      isQuiet: !isWanted,
    }),
    receive,
    phase(phase) {
      widget().wait(phase)
      if (phase === 'failed') queuedOpen = undefined
      if (phase !== 'live') return
      tellPages()
      moments?.again()
      // Focus stays in the page if the shopper has started to type there in the meantime.
      const takesFocus = !!queuedOpen?.takesFocus && widget().mayTakeFocus()
      if (shown.open) bridge.send({ type: 'opened', ...queuedOpen, takesFocus })
      if (takesFocus) bridge.focus()
      queuedOpen = undefined
    },
  })
  let queuedOpen: Extract<Parameters<typeof bridge.send>[0], { type: 'opened' }> | undefined
  /** Pages that were not sent to the frame yet. */
  let pages: Page[] = []
  watchPages((page) => {
    pages = [...pages, page].slice(-50)
    if (bridge.isLive()) tellPages()
    moments?.reset()
  })
  memory.watch((name, text) => bridge.send({ type: 'held', name, text }))
  function tellPages(): void {
    bridge.send({ type: 'pages', pages })
    pages = []
  }

  const pageLanguage = () => document.documentElement.lang || undefined

  function draw(): void {
    const config = settings.get()
    const { tag, language } = pickLanguage(locale, pageLanguage(), config.locale, navigator.language)
    const theme = judgeLauncher()
    widget().show({ theme, texts: textsFor(tag, language, config), rtl: isRightToLeft(tag), name: config.name })
  }

  /** Until there is a config, the script's tag may say how the launcher looks. */
  function judgeLauncher(): PageConfig['theme'] {
    const { theme: kept } = settings.get()
    const theme = memory.get('config') === undefined ? { ...kept, ...(look as typeof kept) } : kept
    shown.launcherHidden = launcherWish === undefined ? theme.launcher === 'hidden' : !launcherWish
    return theme
  }

  function receive(message: FromFrame): void {
    if (message.type === 'state') {
      Object.assign(state, freeze(message.state))
      shown.unread = state['chat:unread:count']
      countInTitle(shown.unread)
      made?.draw()
    } else if (message.type === 'event') events.emit(message.name, message.detail)
    else if (message.type === 'config') settings.take(message.config)
    else if (message.type === 'open') open(message.view)
    else if (message.type === 'close') close()
    else if (message.type === 'view') memory.setView(message.view)
    else if (message.type === 'talked') memory.set({ talked: message.talked })
    else if (message.type === 'hold') {
      memory.hold(message.name, message.text)
      bridge.send({ type: 'done', name: message.name })
    } else if (message.type === 'dropped') debug(message.why, message.name)
    else if (message.type === 'peek') widget().peek(message.height)
  }

  function open(view?: View, wantsFocus = true): void {
    const { open: was, hidden } = shown
    // Somebody may be typing in the page around this one, as beside the preview in the settings.
    const takesFocus = wantsFocus && (window === window.top || document.hasFocus())
    if (!made) draw()
    widget().open()
    memory.setView(view ?? 'home')
    load()
    const opened = { type: 'opened' as const, view, takesFocus }
    if (bridge.isLive()) bridge.send(opened)
    else queuedOpen = opened
    if (takesFocus) bridge.focus()
    if (hidden) events.emit('chat:visibility', { visible: true })
    if (!was) events.emit('chat:opened', { view: view ?? null })
  }

  function close(): void {
    if (!shown.open) return
    queuedOpen = undefined
    widget().close()
    memory.setView(null)
    bridge.send({ type: 'closed' })
    events.emit('chat:closed')
  }

  const toggle = (view?: View) => (shown.open ? close() : open(view))

  document.addEventListener('visibilitychange', () => countInTitle(shown.unread))

  function setHidden(hidden: boolean): void {
    if (shown.hidden === hidden) return
    if (hidden) close()
    shown.hidden = hidden
    made?.draw()
    events.emit('chat:visibility', { visible: !hidden })
  }

  /** Somebody wants something of the server. */
  let isWanted = false
  function load(): void {
    isWanted = true
    bridge.load()
  }

  /** The frame judges campaigns: it comes for a store that has some, and makes nobody a visitor. */
  let moments: ReturnType<typeof watchMoments> | undefined
  function loadForCampaigns(): void {
    if (!settings.get().hasCampaigns || moments) return
    moments = watchMoments((moment) => bridge.send({ type: 'moment', ...moment }))
    whenIdle(() => bridge.load())
  }

  /** What a command does in the page; the others go to the frame as they are. */
  const here: Record<string, (args: unknown[]) => void> = {
    'chat:open': ([view]) => open(view as View),
    'chat:close': close,
    'chat:toggle': ([view]) => toggle(view as View),
    'chat:show': () => setHidden(false),
    'chat:hide': () => setHidden(true),
    'launcher:show': () => showLauncher(true),
    'launcher:hide': () => showLauncher(false),
  }

  function showLauncher(visible: boolean): void {
    launcherWish = visible
    judgeLauncher()
    made?.draw()
  }

  function run(command: Command): void {
    const { verb, name, args } = command
    const local = verb === 'do' && own(here, name) && here[name]
    if (local) {
      local(args)
      return
    }
    if (own(limits, name) && !limits[name]?.()) throw 'too many in one minute'
    if (name === 'locale') locale = args[0] as string
    if (name === 'message:text') state['message:text'] = args[0] as string
    if (name === 'logout') bridge.forgetPerson()
    if (!bridge.command(command)) throw 'too many wait'
    if (!WAITS.test(`${verb} ${name}`)) load()
    if (name === 'logout' && memory.get('talked')) load()
    if (name === 'article:show') open('help')
    if (name === 'locale' && made) draw()
    if (name === 'cart') events.emit('cart:updated', { cart: freeze(args[0]) })
  }

  const is: Record<string, () => boolean> = {
    'chat:opened': () => shown.open,
    'chat:visible': () => !shown.hidden,
    'launcher:visible': () => !shown.hidden && !shown.launcherHidden,
  }

  judgeLauncher()
  return {
    is: (name: string) =>
      own(is, name) ? (is[name] as () => boolean)() : own(state, name) && state[name as keyof State] === true,
    get(key: string) {
      const value = own(state, key) ? state[key as keyof State] : null
      return typeof value === 'boolean' ? null : value
    },
    run,
    /** After what was pushed before has run. */
    start(): void {
      setTimeout(draw)
      const view = memory.view() as View | null
      if (view && !widget().covers()) whenIdle(() => shown.open || open(view, false))
      else if (memory.get('talked')) whenIdle(load)
      loadForCampaigns()
    },
    /** Keeps and shows nothing from now on, or again. */
    allow(allowed: boolean): void {
      if (!allowed) run({ verb: 'do', name: 'logout', args: [] })
      setHidden(!allowed)
      memory.allow(allowed)
    },
  }
}

function whenIdle(then: () => void): void {
  const idle = () =>
    'requestIdleCallback' in window ? requestIdleCallback(then, { timeout: 3_000 }) : setTimeout(then, 200)
  if (document.readyState === 'complete') idle()
  else addEventListener('load', idle)
}

import type { ComponentType } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { FileRecord } from '../../shared/records.ts'
import { useEngine, useWidget } from './context.ts'
import { ConversationView } from './conversation/conversation-view.tsx'
import { Failed } from './header.tsx'
import { Home } from './home/home.tsx'
import { Icon } from './icons.tsx'
import { later } from './later.tsx'
import { Peek } from './peek.tsx'

const Viewer = later<{ picture: FileRecord }>(() => import('./viewer.tsx').then(({ Viewer }) => Viewer))

const FIRST = ['[data-focus]', 'form input, form select', 'button']

export function App() {
  const { texts, engine } = useWidget()
  const { view, open, takesFocus, peek, picture } = useEngine()
  const main = useRef<HTMLElement>(null)

  const shown = useRef('')

  // When a screen comes up, focus goes to where one writes, or to the first thing there is to do.
  useEffect(() => {
    const now = open ? view : ''
    if (now === shown.current) return
    shown.current = now
    const found = FIRST.map((selector) => main.current?.querySelector<HTMLElement>(selector)).find(Boolean)
    if (now && takesFocus) found?.focus({ preventScroll: true })
  })

  useEffect(() => {
    if (open && view === 'messages' && engine.needsForm()) engine.tellFormNeeded()
  })

  if (!open && peek) return <Peek content={peek} />
  return (
    <main ref={main} class="app" lang={texts.tag}>
      {view === 'home' ? (
        <Home />
      ) : view === 'messages' ? (
        <ConversationView />
      ) : (
        <Later key={view} load={LATER[view]} />
      )}
      {picture ? <Viewer picture={picture} /> : null}
    </main>
  )
}

/** What few open is loaded when somebody does. */
const LATER = {
  help: () => import('./help.tsx').then(({ Help }) => Help),
  orders: () => import('./home/orders.tsx').then(({ Orders }) => Orders),
  history: () => import('./home/history.tsx').then(({ History }) => History),
}

function Later({ load }: { load(): Promise<ComponentType> }) {
  const { texts, show } = useWidget()
  const [Loaded, setLoaded] = useState<ComponentType | null>(null)
  const [failed, setFailed] = useState(false)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once more with each try
  useEffect(() => {
    load().then(
      (component) => setLoaded(() => component),
      () => setFailed(true),
    )
  }, [load, tries])
  if (Loaded) return <Loaded />
  return (
    <div class="loading">
      <button type="button" class="round" aria-label={texts.t('back')} onClick={() => show('home')}>
        <Icon name="back" />
      </button>
      {failed ? <Failed again={() => setTries(tries + 1)} /> : null}
    </div>
  )
}

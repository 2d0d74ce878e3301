import type { ComponentType } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useEngine, useWidget } from './context.ts'
import { ConversationView } from './conversation/conversation-view.tsx'
import { Home } from './home.tsx'
import { Icon } from './icons.tsx'

const FIRST = ['[data-focus]', 'form input, form select', 'button']

export function App() {
  const { texts, engine } = useWidget()
  const { view, open, takesFocus } = useEngine()
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

  return (
    <main ref={main} class="app" lang={texts.tag}>
      {view === 'home' ? <Home /> : view === 'messages' ? <ConversationView /> : <Later />}
    </main>
  )
}

/** Help is loaded when somebody opens it. */
function Later() {
  const { texts, show } = useWidget()
  const [Help, setHelp] = useState<ComponentType | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    import('./help.tsx').then(
      (chunk) => setHelp(() => chunk.Help),
      () => setFailed(true),
    )
  }, [])
  if (Help) return <Help />
  return (
    <div class="loading">
      <button type="button" class="round" aria-label={texts.t('back')} onClick={() => show('home')}>
        <Icon name="back" />
      </button>
      <p role="status">{failed ? texts.t('help.failed') : ''}</p>
    </div>
  )
}

import { createContext } from 'preact'
import { useContext, useEffect, useState } from 'preact/hooks'
import type { Campaign } from '../../shared/records.ts'
import type { Tray } from '../engine/attachments.ts'
import type { Commands } from '../engine/commands.ts'
import type { Engine } from '../engine/engine.ts'
import type { EngineState, Screen } from '../engine/state.ts'
import type { Texts } from '../i18n/texts.ts'

export interface Widget {
  engine: Engine
  commands: Commands
  tray: Tray
  texts: Texts
  show(view: Screen): void
  close(): void
  /** Opens the panel, from above the launcher. */
  open(view: Screen): void
  /** Notes that a campaign was pressed. */
  follow(campaign: Campaign): void
  /** Tells the page how high that is which is shown above the launcher. */
  peekAt(height: number): void
}

export const WidgetContext = createContext<Widget>(null as never)

export const useWidget = () => useContext(WidgetContext)

/** The engine's state; the component is drawn again whenever it changes. */
export function useEngine(): EngineState {
  const { store } = useWidget().engine
  const [, setDrawn] = useState(store.get())
  useEffect(() => {
    const draw = () => setDrawn(store.get())
    // What changed between the first drawing and this subscription would otherwise be shown with the next change only.
    draw()
    return store.subscribe(draw)
  }, [store])
  return store.get()
}

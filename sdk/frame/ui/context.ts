import { createContext } from 'preact'
import { useContext, useEffect, useReducer } from 'preact/hooks'
import type { Campaign } from '../../shared/records.ts'
import type { Commands } from '../engine/commands.ts'
import type { Engine } from '../engine/engine.ts'
import type { EngineState, Screen } from '../engine/state.ts'
import type { Tray } from '../engine/tray.ts'
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
  const { engine } = useWidget()
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => engine.store.subscribe(() => redraw(undefined as never)), [engine])
  return engine.store.get()
}

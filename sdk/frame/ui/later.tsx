import type { ComponentChildren, ComponentType, FunctionComponent } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useWidget } from './context.ts'

const AGAIN_MS = 5_000

/**
 * A part that few conversations have: its code is loaded when it is first drawn, and again where that fails. Until then
 * its children are shown. All is drawn again when it comes, so that a list that is at its end stays there.
 */
export function later<P extends object>(load: () => Promise<ComponentType<P>>): FunctionComponent<P> {
  return function Later(props: P & { children?: ComponentChildren }) {
    const { store } = useWidget().engine
    const [Loaded, setLoaded] = useState<ComponentType<P> | null>(null)
    useEffect(() => {
      let timer: ReturnType<typeof setTimeout> | undefined
      const start = () =>
        load().then(
          (component) => {
            setLoaded(() => component)
            store.set({})
          },
          () => {
            timer = setTimeout(start, AGAIN_MS)
          },
        )
      start()
      return () => clearTimeout(timer)
    }, [store])
    return Loaded ? <Loaded {...props} /> : props.children
  }
}

import { Component, type ComponentChild, type FunctionComponent, h } from 'preact'

/** A component that is drawn again only when one of its properties is another one: a long conversation stays quick. */
export function memo<P extends object>(draw: FunctionComponent<P>): FunctionComponent<P> {
  class Memo extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      const keys = new Set([...Object.keys(next), ...Object.keys(this.props)]) as Set<keyof P>
      return [...keys].some((key) => next[key] !== (this.props as P)[key])
    }
    override render(props: P): ComponentChild {
      return h(draw, props)
    }
  }
  return Memo as unknown as FunctionComponent<P>
}

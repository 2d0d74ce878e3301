import { type ComponentType, lazy, Suspense } from 'react'

/** A component whose code is loaded when it is first shown. Until then nothing stands in its place. */
export function onDemand<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const Loaded = lazy(load) as unknown as ComponentType<Props>
  return function OnDemand(props: Props) {
    return (
      <Suspense fallback={null}>
        <Loaded {...props} />
      </Suspense>
    )
  }
}

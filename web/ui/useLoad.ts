import { useCallback, useEffect, useState } from 'react'

/** Something asked of the service when a page opens, and asked again when it may have changed. */
export function useLoad<T>(load: () => Promise<T>): {
  data: T | undefined
  error: string
  reload: () => Promise<void>
  set: (data: T) => void
} {
  const [data, set] = useState<T | undefined>()
  const [error, setError] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: pages ask for one thing for as long as they are open
  const reload = useCallback(async () => {
    try {
      set(await load())
      setError('')
    } catch (failure) {
      setError((failure as Error).message)
    }
  }, [])
  useEffect(() => void reload(), [reload])
  return { data, error, reload, set }
}

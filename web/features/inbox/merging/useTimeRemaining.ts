import { useEffect, useState } from 'react'

/** Whether a time is to come; false as soon as it is not. */
export function useLeft(until: string | null): boolean {
  const [now, setNow] = useState(Date.now)
  const ms = until === null ? 0 : Date.parse(until) - now
  useEffect(() => {
    if (ms <= 0) return
    const timer = setTimeout(() => setNow(Date.now()), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return ms > 0
}

import { useEffect, useState } from 'react'

const SETTLE_MS = 700

/**
 * Whether the page has been in front for a moment. A window that lay over it can be closed between the clicks of a double
 * click, so that the second one falls on what is below; until then a button that grants something does nothing.
 */
export function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const startAgain = () => {
      setSettled(false)
      clearTimeout(timer)
      timer = setTimeout(() => setSettled(true), SETTLE_MS)
    }
    startAgain()
    window.addEventListener('focus', startAgain)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('focus', startAgain)
    }
  }, [])
  return isSettled
}

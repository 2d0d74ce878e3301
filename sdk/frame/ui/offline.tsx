import { useEngine, useWidget } from './context.ts'

/** Says that nothing gets through just now, and what becomes of what is written meanwhile. */
export function Offline() {
  const { texts } = useWidget()
  const { isOffline } = useEngine()
  return (
    <p role="status" class={isOffline ? 'offline' : 'hidden'}>
      {isOffline ? texts.t('offline') : ''}
    </p>
  )
}

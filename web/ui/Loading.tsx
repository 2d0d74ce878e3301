import { t } from '../base/texts.ts'
import { Button } from './Button.tsx'

/** Stands where something is not loaded yet, or could not be. */
export function Loading({ error, onRetry }: { error: Error | null; onRetry: () => unknown }) {
  if (!error) return <p className="more">{t('Loading…')}</p>
  return (
    <p className="more" role="alert">
      {error.message} <Button onClick={() => void onRetry()}>{t('Try again')}</Button>
    </p>
  )
}

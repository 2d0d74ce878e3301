import { t } from '../base/texts.ts'
import { Button } from './Button.tsx'

/** Stands where something is not loaded yet, or could not be. */
export function Loading({ error, onRetry }: { error: Error | null; onRetry: () => unknown }) {
  if (error) return <Failed message={error.message} onRetry={onRetry} />
  return <p className="more">{t('Loading…')}</p>
}

/** Stands where something could not be loaded, with a button that tries once more. */
export function Failed({ message, onRetry }: { message: string; onRetry: () => unknown }) {
  return (
    <p className="more" role="alert">
      {message}{' '}
      <Button kind="quiet" onClick={() => void onRetry()}>
        {t('Try again')}
      </Button>
    </p>
  )
}

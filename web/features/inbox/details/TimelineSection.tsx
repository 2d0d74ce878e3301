import { lazy, Suspense, useState } from 'react'
import { t } from '../../../base/texts.ts'

const Timeline = lazy(() => import('./Timeline.tsx'))
const KEY = 'parley-timeline'

/** The contact's timeline, loaded once it is opened; it stays open from one conversation to the next. */
export default function TimelineSection({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(() => localStorage.getItem(KEY) === 'open')
  return (
    <details
      className="folded"
      open={isOpen}
      onToggle={(event) => {
        localStorage.setItem(KEY, event.currentTarget.open ? 'open' : 'closed')
        setOpen(event.currentTarget.open)
      }}
    >
      <summary>{t('Timeline')}</summary>
      {isOpen && (
        <Suspense fallback={<p className="more">{t('Loading…')}</p>}>
          <Timeline id={id} />
        </Suspense>
      )}
    </details>
  )
}

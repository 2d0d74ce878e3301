import { lazy, Suspense } from 'react'
import { scheduleReply } from '../../../api/scheduled.ts'
import { t } from '../../../base/texts.ts'
import { toast } from '../../../ui/toast.tsx'
import { sendWhen } from './when.ts'

export const SendLaterDialog = lazy(() => import('./SendLaterDialog.tsx'))

interface Props {
  id: string
  text: string
  onScheduled: () => void
  onClose: () => void
}

/** Asks when what is in the composer is sent, and schedules it. */
export function SendLater({ id, text, onScheduled, onClose }: Props) {
  return (
    <Suspense fallback={null}>
      <SendLaterDialog
        title={t('Send later')}
        text={text}
        onSave={async (choice) => {
          await scheduleReply(id, choice)
          toast(t('Scheduled for {0}', sendWhen(choice.sendAt)))
          onScheduled()
        }}
        onClose={onClose}
      />
    </Suspense>
  )
}

import { useRef, useState } from 'react'
import { inZone, momentIn } from '../../../../src/base/zoned-time.ts'
import type { SentFile } from '../../../api/records.ts'
import type { ScheduledChoice } from '../../../api/scheduled.ts'
import { MESSAGE_TEXT_MAX, SCHEDULE_MAX_MS } from '../../../base/limits.ts'
import { t } from '../../../base/texts.ts'
import { date } from '../../../base/time.ts'
import { useAttachments } from '../../../live/attachments.ts'
import { storeZone } from '../../../live/store-zone.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog, DialogFoot } from '../../../ui/Dialog.tsx'
import { AttachButton, AttachedFiles } from '../../../ui/files/AttachedFiles.tsx'
import { fields } from '../../../ui/forms.ts'
import { MORNING, sendDays } from './send-times.ts'

interface Props {
  title: string
  /** What is sent; with `before`, it can be changed. */
  text: string
  channel: string | null
  files: SentFile[]
  /** What was chosen before. */
  before?: { sendAt: string; cancelsOnReply: boolean }
  /** Sent as it is: text and files cannot be changed. */
  isFixed?: boolean
  onSave: (choice: ScheduledChoice) => Promise<unknown>
  onClose: () => void
}

const MINUTE_MS = 60_000

/** When a reply is sent, by the store's clocks, and what becomes of it when the customer writes first. */
export default function SendLaterDialog({
  title,
  text,
  channel,
  files: given,
  before,
  isFixed = false,
  onSave,
  onClose,
}: Props) {
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const attachments = useAttachments(channel, given)
  const { files, isSending, refusal } = attachments
  const field = useRef<HTMLInputElement>(null)
  const zone = storeZone()
  const now = Date.now()
  const toField = (at: Date) => {
    const { day, time } = inZone(at, zone)
    return `${day}T${time}`
  }
  const { tomorrow, monday } = sendDays(new Date(now), zone)
  const usual: [string, string][] = [[t('Tomorrow, 9:00'), tomorrow]]
  if (monday) usual.push([t('Monday, 9:00'), monday])
  const kept = before && Date.parse(before.sendAt) > now ? toField(new Date(before.sendAt)) : null

  const save = async (choice: ScheduledChoice) => {
    setSaving(true)
    setError(null)
    try {
      await onSave(choice)
      onClose()
    } catch (refusal) {
      setError((refusal as Error).message)
      setSaving(false)
    }
  }
  return (
    <Dialog label={title} onClose={onClose} className="ask send-later">
      <h2>{title}</h2>
      <form
        onSubmit={(event) => {
          const value = fields(event)
          const [day = '', time = ''] = value('sendAt').split('T')
          void save({
            text: before && !isFixed ? value('text') : text,
            sendAt: momentIn(zone, day, time).toISOString(),
            cancelsOnReply: value('cancels') === 'on',
            files: files.map(({ id }) => id),
          })
        }}
      >
        {before && !isFixed && (
          <>
            <label className="field">
              <span>{t('Reply')}</span>
              <textarea
                name="text"
                rows={5}
                required={files.length === 0}
                maxLength={MESSAGE_TEXT_MAX}
                defaultValue={text}
              />
            </label>
            <div className="send-files">
              <AttachedFiles attachments={attachments} />
              <AttachButton attachments={attachments} />
            </div>
          </>
        )}
        <div className="send-usual">
          {usual.map(([label, day]) => (
            <Button
              key={day}
              title={date(`${day}T12:00`)}
              onClick={() => {
                if (field.current) field.current.value = `${day}T${MORNING}`
              }}
            >
              {label}
            </Button>
          ))}
        </div>
        <label className="field">
          <span>{t('Date and time, by the clocks of {0}', zone)}</span>
          <input
            ref={field}
            type="datetime-local"
            name="sendAt"
            required
            defaultValue={kept ?? `${tomorrow}T${MORNING}`}
            min={toField(new Date(now + MINUTE_MS))}
            max={toField(new Date(now + SCHEDULE_MAX_MS - MINUTE_MS))}
            autoFocus
          />
        </label>
        <label className="check">
          <input type="checkbox" name="cancels" defaultChecked={before?.cancelsOnReply ?? false} />{' '}
          {t('Cancel it if the customer writes first. Otherwise it is paused and you are notified.')}
        </label>
        {error && (
          <p className="form-error" role="alert">
            {error}
          </p>
        )}
        <DialogFoot label={t('Schedule')} isBusy={isSaving || isSending || refusal !== null} onClose={onClose} />
      </form>
    </Dialog>
  )
}

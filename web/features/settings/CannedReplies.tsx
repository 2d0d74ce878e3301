import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addCannedReply, cannedRepliesQuery, changeCannedReply, removeCannedReply } from '../../api/canned-replies.ts'
import type { CannedReply } from '../../api/records.ts'
import { MESSAGE_TEXT_MAX, SHORTCUT_MAX } from '../../base/limits.ts'
import { t } from '../../base/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import { attempt, fields } from '../../ui/forms.ts'
import { Loading } from '../../ui/Loading.tsx'

/** Texts that every member may keep for all. */
export default function CannedReplies() {
  const { data: replies, error, refetch } = useQuery({ ...cannedRepliesQuery, staleTime: 0 })
  const [editing, setEditing] = useState<string | null>(null)
  if (!replies) return <Loading error={error} onRetry={refetch} />
  return (
    <>
      <Card
        title={t('New reply')}
        about={t('Typed as /shortcut in a reply. {{name}} becomes the contact’s first name, {{member}} yours.')}
      >
        <ReplyForm label={t('Add')} onSave={addCannedReply} />
      </Card>
      <Card title={t('All replies')}>
        {replies.length === 0 && <p className="none">{t('None yet.')}</p>}
        <ul className="lines">
          {replies.map((reply) =>
            editing === reply.id ? (
              <li key={reply.id}>
                <ReplyForm
                  label={t('Save')}
                  reply={reply}
                  onSave={async (change) => {
                    await changeCannedReply(reply.id, change)
                    setEditing(null)
                  }}
                />
              </li>
            ) : (
              <li key={reply.id}>
                <div>
                  <strong>/{reply.shortcut}</strong>
                  <p className="about">{reply.text}</p>
                </div>
                <Button onClick={() => setEditing(reply.id)}>{t('Edit')}</Button>
                <ConfirmButton
                  label={t('Delete')}
                  question={t('For everybody?')}
                  onConfirm={() => attempt(() => removeCannedReply(reply.id), t('Deleted'))}
                />
              </li>
            ),
          )}
        </ul>
      </Card>
    </>
  )
}

interface FormProps {
  label: string
  reply?: CannedReply
  onSave: (reply: { shortcut: string; text: string }) => Promise<unknown>
}

function ReplyForm({ label, reply, onSave }: FormProps) {
  return (
    <form
      className="form"
      onSubmit={(event) => {
        const form = fields(event)
        const target = event.currentTarget
        void attempt(() => onSave({ shortcut: form('shortcut'), text: form('text') }), t('Saved')).then(
          (isDone) => isDone && !reply && target.reset(),
        )
      }}
    >
      <label>
        {t('Shortcut')}
        <input
          name="shortcut"
          defaultValue={reply?.shortcut}
          placeholder="returns"
          maxLength={SHORTCUT_MAX + 1}
          required
        />
      </label>
      <label>
        {t('Text')}
        <textarea name="text" rows={3} defaultValue={reply?.text} maxLength={MESSAGE_TEXT_MAX} required />
      </label>
      <Button type="submit">{label}</Button>
    </form>
  )
}

import { useState } from 'react'
import { get } from '../../api/http.ts'
import type { CannedReply } from '../../api/types.ts'
import { Button } from '../../ui/Button.tsx'
import { useLoad } from '../../ui/useLoad.ts'
import { inbox } from '../inbox/state.ts'
import { fields } from './Account.tsx'
import * as calls from './calls.ts'
import { attempt, Card, Loading, Sure } from './parts.tsx'

const load = async () => {
  const canned = await get<CannedReply[]>('/canned-replies')
  inbox.set({ canned })
  return canned
}

export default function CannedReplies() {
  const { data: replies, error, reload } = useLoad(load)
  const [editing, setEditing] = useState<string | null>(null)
  if (!replies) return <Loading error={error} onRetry={reload} />
  return (
    <>
      <Card
        title="New reply"
        about="Typed as /shortcut in a reply. {{name}} becomes the customer’s first name, {{member}} yours."
      >
        <ReplyForm label="Add" onSave={async (reply) => void (await calls.addCannedReply(reply).then(reload))} />
      </Card>
      <Card title="All replies">
        {replies.length === 0 && <p className="none">None yet.</p>}
        <ul className="lines">
          {replies.map((reply) =>
            editing === reply.id ? (
              <li key={reply.id}>
                <ReplyForm
                  label="Save"
                  reply={reply}
                  onSave={async (change) => {
                    await calls.changeCannedReply(reply.id, change)
                    setEditing(null)
                    await reload()
                  }}
                />
              </li>
            ) : (
              <li key={reply.id}>
                <div>
                  <strong>/{reply.shortcut}</strong>
                  <p className="about">{reply.text}</p>
                </div>
                <Button onClick={() => setEditing(reply.id)}>Edit</Button>
                <Sure
                  label="Delete"
                  question="For everybody?"
                  onSure={() => attempt(() => calls.removeCannedReply(reply.id).then(reload), 'Deleted')}
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
  onSave: (reply: { shortcut: string; text: string }) => Promise<void>
}

function ReplyForm({ label, reply, onSave }: FormProps) {
  return (
    <form
      className="form"
      onSubmit={(event) => {
        const form = fields(event)
        const target = event.currentTarget
        void attempt(() => onSave({ shortcut: form('shortcut'), text: form('text') }), 'Saved').then(
          (isDone) => isDone && !reply && target.reset(),
        )
      }}
    >
      <label>
        Shortcut
        <input name="shortcut" defaultValue={reply?.shortcut} placeholder="returns" maxLength={41} required />
      </label>
      <label>
        Text
        <textarea name="text" rows={3} defaultValue={reply?.text} maxLength={5000} required />
      </label>
      <Button type="submit">{label}</Button>
    </form>
  )
}

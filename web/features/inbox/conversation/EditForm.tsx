import { useState } from 'react'
import { withMarks } from '../../../../src/base/formatting.ts'
import type { Message } from '../../../api/records.ts'
import { t } from '../../../base/texts.ts'
import { editMessage } from '../../../live/message-actions.ts'
import { Button } from '../../../ui/Button.tsx'
import { complain } from '../../../ui/toast.tsx'

interface Props {
  message: Message
  conversationId: string
  onDone: () => void
}

/** Changes the text of a message; what is formatted has its marks. */
export default function EditForm({ message, conversationId, onDone }: Props) {
  const isFormatted = !message.isNote
  const [text, setText] = useState(() =>
    isFormatted ? withMarks(message.text, message.formatting ?? []) : message.text,
  )
  const save = () => editMessage(conversationId, message.id, { text, isFormatted }).then(onDone, complain)
  return (
    <form
      className="edit"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <textarea
        aria-label={t('Message text')}
        value={text}
        rows={3}
        // biome-ignore lint/a11y/noAutofocus: it was just asked for
        autoFocus
        // One goes on where the text ends.
        onFocus={({ currentTarget }) => currentTarget.setSelectionRange(text.length, text.length)}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onDone()
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void save()
        }}
      />
      <Button kind="primary" type="submit" disabled={!text.trim()}>
        {t('Save')}
      </Button>
      <Button kind="quiet" onClick={onDone}>
        {t('Cancel')}
      </Button>
    </form>
  )
}

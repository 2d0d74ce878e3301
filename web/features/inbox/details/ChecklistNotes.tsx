import { useState } from 'react'
import { addChecklistNote, removeChecklistNote } from '../../../api/details.ts'
import type { Context } from '../../../api/records.ts'
import { NOTE_TEXT_MAX } from '../../../base/limits.ts'
import { t } from '../../../base/texts.ts'
import { complain } from '../../../ui/toast.tsx'
import { Section } from './Section.tsx'

/** What the team still has to do for this conversation. Checking a note off deletes it. */
export function ChecklistNotes({ id, notes }: { id: string; notes: Context['notes'] }) {
  const [text, setText] = useState('')
  const add = () => addChecklistNote(id, text).then(() => setText(''), complain)
  return (
    <Section title={t('Checklist')}>
      <ul className="checklist">
        {notes.map((note) => (
          <li key={note.id}>
            <input
              type="checkbox"
              aria-label={t('Done: {0}', note.text)}
              title={t('Done: removes it from the list')}
              onChange={() => void removeChecklistNote(id, note.id).catch(complain)}
            />
            <span>{note.text}</span>
          </li>
        ))}
      </ul>
      <form
        className="inline-form"
        onSubmit={(event) => {
          event.preventDefault()
          if (text.trim()) void add()
        }}
      >
        <input
          aria-label={t('New checklist note')}
          placeholder={t('Add a checklist note')}
          maxLength={NOTE_TEXT_MAX}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </form>
    </Section>
  )
}

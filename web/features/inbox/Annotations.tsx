import { type ReactNode, useState } from 'react'
import type { Context } from '../../api/types.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { complain } from '../../ui/toast.tsx'
import * as calls from './calls.ts'

/** What the team keeps beside a conversation: its checklist and its attributes. */

export function Section({ title, act, children }: { title: string; act?: ReactNode; children: ReactNode }) {
  return (
    <section>
      <h3>
        {title}
        {act}
      </h3>
      {children}
    </section>
  )
}

export function Notes({ id, notes, onChange }: { id: string; notes: Context['notes']; onChange: () => Promise<void> }) {
  const [text, setText] = useState('')
  const add = async () => {
    try {
      await calls.addNote(id, text)
      setText('')
      await onChange()
    } catch (error) {
      complain(error)
    }
  }
  return (
    <Section title="Checklist">
      <ul className="checklist">
        {notes.map((note) => (
          <li key={note.id}>
            <input
              type="checkbox"
              aria-label={`Done: ${note.text}`}
              title="Done: takes it off the list"
              onChange={() => void calls.removeNote(id, note.id).then(onChange, complain)}
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
          aria-label="New checklist note"
          placeholder="Add a note to check off"
          maxLength={150}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </form>
    </Section>
  )
}

export function Attributes(props: { id: string; attributes: Context['attributes']; onChange: () => Promise<void> }) {
  const { id, attributes, onChange } = props
  const [isAdding, setAdding] = useState(false)
  return (
    <Section
      title="Attributes"
      act={<IconButton icon="plus" label="Add an attribute" onClick={() => setAdding(true)} />}
    >
      <dl>
        {attributes.map((attribute) => (
          <div key={attribute.id} className="removable">
            <dt>{attribute.name}</dt>
            <dd title={attribute.value}>{attribute.value || '–'}</dd>
            <IconButton
              icon="close"
              label={`Delete ${attribute.name}`}
              onClick={() => void calls.removeAttribute(id, attribute.id).then(onChange, complain)}
            />
          </div>
        ))}
      </dl>
      {attributes.length === 0 && !isAdding && <p className="none">None yet</p>}
      {isAdding && (
        <form
          className="attribute-form"
          onSubmit={(event) => {
            event.preventDefault()
            const form = new FormData(event.currentTarget)
            void calls
              .setAttribute(id, String(form.get('name')), String(form.get('value')))
              .then(() => {
                setAdding(false)
                return onChange()
              })
              .catch(complain)
          }}
        >
          {/* biome-ignore lint/a11y/noAutofocus: it was just asked for */}
          <input name="name" aria-label="Name" placeholder="Name" required maxLength={255} autoFocus />
          <input name="value" aria-label="Value" placeholder="Value" maxLength={1000} />
          <Button type="submit">Save</Button>
        </form>
      )}
    </Section>
  )
}

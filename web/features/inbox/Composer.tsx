import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useStore } from '../../api/store.ts'
import type { Conversation } from '../../api/types.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { complain } from '../../ui/toast.tsx'
import { sendMessage, setAi } from './actions.ts'
import { ChannelWindow } from './ChannelWindow.tsx'
import { type SentFile, sendFile } from './calls.ts'
import { takeCompose } from './compose.ts'
import { draftOf, keepDraft } from './drafts.ts'
import { tellTyping } from './live.ts'
import { nameOf } from './Row.tsx'
import { inbox } from './state.ts'

const TEXT_MAX = 5_000
const SUGGESTIONS = 6
const FILES_MAX = 5

/** Where replies and notes are written. What is not sent yet is kept for each conversation, in this browser. */
export function Composer({ conversation }: { conversation: Conversation }) {
  const { id, isChatBot } = conversation
  const [draft, setDraft] = useState(() => draftOf(id))
  const [at, setAt] = useState(0)
  const box = useRef<HTMLTextAreaElement>(null)
  const canned = useStore(inbox, (state) => state.canned)
  const members = useStore(inbox, (state) => state.members)
  const { text, isNote } = draft
  const [files, setFiles] = useState<SentFile[]>([])
  const [sending, setSending] = useState(0)
  const canAttach = isNote || conversation.channels[0] === 'online_store'

  const attach = async (chosen: Iterable<File>) => {
    for (const file of [...chosen].slice(0, FILES_MAX - files.length)) {
      setSending((count) => count + 1)
      await sendFile(file).then((sent) => setFiles((before) => [...before, sent]), complain)
      setSending((count) => count - 1)
    }
  }

  useEffect(() => keepDraft(id, draft), [id, draft])
  useEffect(() => () => tellTyping(id, false), [id])
  useLayoutEffect(() => {
    const focus = (draw: (work: () => void) => void) => {
      const asked = takeCompose()
      if (!asked) return
      draw(() => setDraft((now) => ({ ...now, isNote: asked.isNote })))
      box.current?.focus()
    }
    focus((work) => work())
    // Drawn before the next key comes: what is meant as a note must never leave as a reply.
    const onAsked = () => focus(flushSync)
    addEventListener('compose', onAsked)
    return () => removeEventListener('compose', onAsked)
  }, [])

  /** What the word at the caret may become: a canned reply after a slash, a member after an @ in a note. */
  const suggestions = useMemo(() => {
    const slash = /^\/([\p{L}\p{N}_-]*)$/u.exec(text)
    if (slash) {
      const start = (slash[1] ?? '').toLowerCase()
      return canned
        .filter(
          (reply) => reply.shortcut.includes(start) || (start.length > 2 && reply.text.toLowerCase().includes(start)),
        )
        .slice(0, SUGGESTIONS)
        .map((reply) => ({
          key: reply.id,
          label: `/${reply.shortcut}`,
          hint: reply.text,
          text: fill(reply.text, conversation),
        }))
    }
    const mention = isNote ? /(^|\s)@([\p{L}.' -]{0,30})$/u.exec(text) : null
    if (!mention) return []
    const start = (mention[2] ?? '').toLowerCase()
    return members
      .filter((member) => member.active && member.fullName.toLowerCase().startsWith(start))
      .slice(0, SUGGESTIONS)
      .map((member) => ({
        key: member.id,
        label: `@${member.fullName}`,
        hint: member.email,
        text: `${text.slice(0, text.length - start.length)}${member.fullName} `,
      }))
  }, [text, isNote, canned, members, conversation])
  const index = Math.min(at, suggestions.length - 1)

  const put = (next: string) => {
    setDraft((now) => ({ ...now, text: next }))
    setAt(0)
    box.current?.focus()
  }
  const send = () => {
    if ((!text.trim() && files.length === 0) || sending > 0 || [...text].length > TEXT_MAX) return
    sendMessage(id, text.trim() ? text : '', isNote, files)
    setFiles([])
    tellTyping(id, false)
    setDraft({ text: '', isNote: false })
  }
  const length = text.length > TEXT_MAX - 500 ? [...text].length : 0

  return (
    <form
      className={isNote ? 'composer is-note' : 'composer'}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {!isNote && <ChannelWindow conversation={conversation} />}
      <div className="composer-tabs" role="tablist" aria-label="Kind of message">
        {([false, true] as const).map((note) => (
          <button
            key={String(note)}
            type="button"
            role="tab"
            aria-selected={isNote === note}
            onClick={() => {
              setDraft((now) => ({ ...now, isNote: note }))
              box.current?.focus()
            }}
          >
            {note ? 'Note' : 'Reply'} <kbd>{note ? 'n' : 'r'}</kbd>
          </button>
        ))}
        {isChatBot && !isNote && (
          <p className="composer-hint">
            The AI agent answers here. A reply takes over.
            <button type="button" className="text-button" onClick={() => void setAi(id, false)}>
              Take over now
            </button>
          </p>
        )}
      </div>
      {suggestions.length > 0 && (
        <ul className="suggestions" aria-label="Suggestions">
          {suggestions.map((one, i) => (
            <li key={one.key}>
              <button type="button" className={i === index ? 'current' : ''} onClick={() => put(one.text)}>
                <strong>{one.label}</strong> <span>{one.hint}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {(files.length > 0 || sending > 0) && (
        <ul className="attached">
          {files.map((file) => (
            <li className="chip removable" key={file.id}>
              {file.name}
              <IconButton
                icon="close"
                label={`Leave out ${file.name}`}
                onClick={() => setFiles((before) => before.filter(({ id }) => id !== file.id))}
              />
            </li>
          ))}
          {sending > 0 && <li className="chip">Sending…</li>}
        </ul>
      )}
      <textarea
        ref={box}
        onPaste={(event) => {
          if (!canAttach || event.clipboardData.files.length === 0) return
          event.preventDefault()
          void attach(event.clipboardData.files)
        }}
        rows={3}
        value={text}
        aria-label={isNote ? 'Internal note' : `Reply to ${nameOf(conversation)}`}
        placeholder={isNote ? 'Only your team sees this. @ names a colleague.' : 'Write a reply. / for canned replies.'}
        onChange={(event) => {
          const { value } = event.target
          setDraft((now) => ({ ...now, text: value }))
          setAt(0)
          if (!isNote) tellTyping(id, event.target.value !== '')
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (suggestions.length > 0) {
            const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
            if (step) setAt((index + step + suggestions.length) % suggestions.length)
            else if (event.key === 'Enter' || event.key === 'Tab') put(suggestions[index]?.text ?? text)
            else return
            event.preventDefault()
            return
          }
          if (event.key === 'Escape') {
            event.stopPropagation()
            box.current?.blur()
          }
          if (event.key === 'Enter' && !event.shiftKey) {
            event.preventDefault()
            send()
          }
        }}
      />
      <div className="composer-foot">
        {canAttach && (
          <label className="icon-button attach" title="Attach files, up to 10 MB each">
            <Icon name="clip" />
            <span className="sr-only">Attach files</span>
            <input
              type="file"
              multiple
              disabled={files.length >= FILES_MAX}
              onChange={(event) => {
                void attach(event.target.files ?? [])
                event.target.value = ''
              }}
            />
          </label>
        )}
        <span className="composer-help">Enter sends, Shift+Enter begins a line</span>
        {length > 0 && <span className={length > TEXT_MAX ? 'too-long' : ''}>{length} / 5,000</span>}
        <Button
          kind="primary"
          type="submit"
          icon={isNote ? 'note' : 'send'}
          disabled={(!text.trim() && files.length === 0) || sending > 0 || length > TEXT_MAX}
        >
          {isNote ? 'Add note' : 'Send'}
        </Button>
      </div>
    </form>
  )
}

/** Canned replies may name the customer. */
function fill(text: string, conversation: Conversation): string {
  const name = conversation.customerName?.split(' ')[0] ?? ''
  const me = inbox.get().me.member
  return text.replaceAll('{{name}}', name || 'there').replaceAll('{{member}}', me.firstName ?? me.fullName)
}

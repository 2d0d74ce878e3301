import type { ComponentType } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { MESSAGE_TEXT_MAX } from '../../../src/core/limits.ts'
import { addPending } from '../engine/write.ts'
import { useEngine, useWidget } from './context.ts'
import { Icon } from './icons.tsx'
import { later } from './later.tsx'
import { TrayList, useDrops } from './tray.tsx'

/** The first open is a handful of requests: recording comes after them. */
const VOICE_AFTER_MS = 1_500
const settled = () => new Promise((resolve) => setTimeout(resolve, VOICE_AFTER_MS))
const Voice = later(() =>
  settled()
    .then(() => import('./voice.tsx'))
    .then(({ Voice }) => Voice),
)
const TYPING_EVERY_MS = 4_000

/** Composer. Enter sends, Shift and Enter is a new line; an unsent text survives the page. */
export function Composer() {
  const { texts, engine, commands, tray, show } = useWidget()
  const { draft, visitor, tray: items } = useEngine()
  const { t } = texts
  const field = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const drops = useDrops(tray)
  const [Emoji, setEmoji] = useState<ComponentType<{ pick(emoji: string): void; close(): void }> | null>(null)
  const lastTyping = useRef(0)
  const count = Array.from(draft).length
  const files = items.flatMap(({ record }) => record ?? [])
  const isSent = files.length === items.length
  const canSend = (/\S/.test(draft) || files.length > 0) && count <= MESSAGE_TEXT_MAX && isSent

  useLayoutEffect(() => {
    const element = field.current
    if (!element) return
    element.style.height = 'auto'
    element.style.height = `${Math.min(element.scrollHeight, 140)}px`
  })

  function write(text: string): void {
    engine.storage.set('draft', text || null)
    engine.store.set({ draft: text })
    const now = Date.now()
    if (text && now - lastTyping.current > TYPING_EVERY_MS) {
      lastTyping.current = now
      commands.typing(true)
    }
  }

  function send(): void {
    if (!canSend) return
    addPending(engine, { text: /\S/.test(draft) ? draft : '', files })
    tray.clear()
    write('')
    if (lastTyping.current > 0) commands.typing(false)
    lastTyping.current = 0
    show('messages')
    if (engine.needsForm()) engine.tellFormNeeded()
    field.current?.focus()
  }

  function insert(emoji: string): void {
    const element = field.current
    const at = element?.selectionStart ?? draft.length
    write(draft.slice(0, at) + emoji + draft.slice(element?.selectionEnd ?? at))
    element?.focus()
  }

  if (visitor?.isBlocked) return <p class="blocked">{t('blocked')}</p>
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can be chosen with the button too
    <div
      class={drops.isOver ? 'composer over' : 'composer'}
      onDragOver={drops.dragOver}
      onDragLeave={drops.dragLeave}
      onDrop={drops.drop}
    >
      <TrayList />
      {Emoji ? <Emoji pick={insert} close={() => setEmoji(null)} /> : null}
      {drops.isOver ? <p class="drop">{t('files.drop')}</p> : null}
      <div class="write">
        <textarea
          ref={field}
          data-focus
          rows={1}
          dir={draft ? 'auto' : undefined}
          aria-label={t('placeholder')}
          placeholder={t('placeholder')}
          value={draft}
          onInput={(event) => write(event.currentTarget.value)}
          onPaste={drops.paste}
          onKeyDown={(event) => {
            // Safari ends the composition before the Enter that ends it: then only the old key code tells.
            if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229) return
            event.preventDefault()
            send()
          }}
        />
        <div class="tools">
          <button type="button" class="round" aria-label={t('attach')} onClick={() => picker.current?.click()}>
            <Icon name="attach" />
          </button>
          <Voice />
          <input
            ref={picker}
            type="file"
            multiple
            hidden
            onChange={(event) => {
              tray.add([...(event.currentTarget.files ?? [])])
              event.currentTarget.value = ''
            }}
          />
          <button
            type="button"
            class="round"
            aria-label={t('emoji')}
            aria-expanded={Emoji !== null}
            onClick={() =>
              Emoji ? setEmoji(null) : import('./emoji.tsx').then(({ EmojiPicker }) => setEmoji(() => EmojiPicker))
            }
          >
            <Icon name="emoji" />
          </button>
          {count > MESSAGE_TEXT_MAX - 500 ? (
            <span class={count > MESSAGE_TEXT_MAX ? 'length bad' : 'length'} role="status">
              {count > MESSAGE_TEXT_MAX ? t('tooLong') : MESSAGE_TEXT_MAX - count}
            </span>
          ) : null}
          <button type="button" class="send" aria-label={t('send')} disabled={!canSend} onClick={send}>
            <Icon name="send" />
          </button>
        </div>
      </div>
    </div>
  )
}

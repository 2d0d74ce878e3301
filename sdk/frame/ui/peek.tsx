import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { MESSAGE_TEXT_MAX } from '../../../src/core/limits.ts'
import type { Peek as Content } from '../engine/state.ts'
import { addPending } from '../engine/write.ts'
import { Avatar } from './avatar.tsx'
import { useWidget } from './context.ts'
import { Icon } from './icons.tsx'
import { Link, webAddress } from './words.tsx'

/** Above the launcher while the panel is closed: a new message or a campaign, and a field to answer it at once. */
export function Peek({ content }: { content: Content }) {
  const { texts, engine, open, follow, peekAt } = useWidget()
  const { t } = texts
  const { name, avatarUrl, text, campaign } = content
  const box = useRef<HTMLElement>(null)
  const [reply, setReply] = useState('')
  const image = webAddress(campaign?.imageUrl)
  const link = webAddress(campaign?.button?.url)
  const dismiss = () => engine.store.set({ peek: null })

  // The page makes room for what there is; a picture that loads makes it more.
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const watch = new ResizeObserver(() => peekAt(element.offsetHeight))
    watch.observe(element)
    peekAt(element.offsetHeight) // a frame that is not seen is told of no sizes
    return () => watch.disconnect()
  }, [peekAt])
  useEffect(() => () => peekAt(0), [peekAt])

  function send(event: SubmitEvent): void {
    event.preventDefault()
    const words = reply
    if (!/\S/.test(words)) return
    open('messages')
    addPending(engine, { text: words })
    if (engine.needsForm()) engine.tellFormNeeded()
  }

  return (
    <div class="scroll low">
      <main ref={box} class="peek" lang={texts.tag}>
        <h1 class="hidden">{engine.store.get().config.name || t('team')}</h1>
        <button type="button" class="round small" aria-label={t('close')} onClick={dismiss}>
          <Icon name="close" />
        </button>
        {image ? <img src={image} alt="" onError={({ currentTarget }) => currentTarget.remove()} /> : null}
        <button type="button" class="words" onClick={() => open('messages')}>
          <Avatar name={name} url={avatarUrl} />
          <span class="grow" role="status">
            <b dir="auto">{name}</b>
            <span dir="auto">{text}</span>
          </span>
        </button>
        {link && campaign?.button ? (
          <Link href={link} class="primary" onClick={() => follow(campaign)}>
            {campaign.button.label}
          </Link>
        ) : null}
        <form class="row" onSubmit={send}>
          <input
            type="text"
            dir={reply ? 'auto' : undefined}
            aria-label={t('placeholder')}
            placeholder={t('placeholder')}
            value={reply}
            maxLength={MESSAGE_TEXT_MAX}
            onInput={(event) => setReply(event.currentTarget.value)}
          />
          <button type="submit" class="send" aria-label={t('send')} disabled={!/\S/.test(reply)}>
            <Icon name="send" />
          </button>
        </form>
      </main>
    </div>
  )
}

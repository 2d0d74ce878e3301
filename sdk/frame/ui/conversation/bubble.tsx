import { Component, type ComponentChild, type ComponentChildren, type FunctionComponent, h } from 'preact'
import type { Message } from '../../../shared/records.ts'
import type { Pending } from '../../engine/state.ts'
import { Avatar } from '../avatar.tsx'
import { useWidget } from '../context.ts'
import { later } from '../later.tsx'
import { Words } from '../words.tsx'
import { isLine } from './arrange.ts'
import { Files } from './attachments.tsx'
import { FaqCards, ProductCards } from './cards.tsx'
import { Helpful } from './helpful.tsx'
import { Offers } from './offers.tsx'

const Formatted = later<{ message: Message; children: ComponentChildren }>(() =>
  import('./formatted.tsx').then(({ Formatted }) => Formatted),
)

interface Props {
  message: Message
  /** First and last of what this sender said in a row. */
  isFirst: boolean
  isLast: boolean
  /** What became of it: sent, seen. */
  note?: string
  /** For a handoff: the side that answers from there on. */
  to?: 'bot' | 'team'
}

export const Bubble = memo(function Bubble({ message, isFirst, isLast, note, to }: Props) {
  const { t, time } = useWidget().texts
  const { sender, text, isDeleted, isEdited, files, products, faqs, replyTo, createdAt } = message
  if (isLine(message)) {
    return (
      <p class={to ? 'line hand-over' : 'line'} dir="auto">
        {to ? t(to === 'bot' ? 'transfer.back' : 'transfer') : text || t('transfer')}
      </p>
    )
  }
  const isOurs = sender.type === 'customer'
  const isBot = sender.type === 'bot'
  const name = isOurs ? t('you') : sender.name || (isBot ? t('bot') : t('team'))
  const quote =
    typeof (replyTo as { text?: unknown } | null)?.text === 'string' ? (replyTo as { text: string }).text : null
  return (
    <div class={`row ${isOurs ? 'ours' : 'theirs'}${isFirst ? ' first' : ''}${isLast ? ' end' : ''}`}>
      {isOurs ? null : isLast ? (
        <Avatar name={name} url={sender.avatarUrl} kind={isBot ? 'bot' : 'agent'} />
      ) : (
        <i class="gap" />
      )}
      <div class="column">
        <span class={isFirst && !isOurs ? 'name' : 'hidden'} dir="auto">
          {name}
        </span>
        {isDeleted ? (
          <div class="bubble gone">{t('deleted')}</div>
        ) : (
          <>
            {text || quote ? (
              <div class="bubble" dir="auto" title={time(createdAt)}>
                {quote ? <blockquote dir="auto">{quote}</blockquote> : null}
                {isBot && faqs.length === 0 ? (
                  <Offers message={message} />
                ) : message.formatting ? (
                  <Formatted message={message}>
                    <Words text={text} />
                  </Formatted>
                ) : (
                  <Words text={text} />
                )}
              </div>
            ) : null}
            <Files files={files} />
            <ProductCards products={products} />
            <FaqCards faqs={faqs} />
            {isBot && faqs.length + products.length > 0 ? <Helpful messageId={message.id} /> : null}
          </>
        )}
        <small class={isLast ? 'meta' : 'hidden'}>
          <time dateTime={createdAt}>{time(createdAt)}</time>
          {isEdited && !isDeleted ? ` · ${t('edited')}` : ''}
          {note ? ` · ${note}` : ''}
        </small>
      </div>
    </div>
  )
})

/** What is on its way, or did not get there. */
export function PendingBubble({ pending }: { pending: Pending }) {
  const { texts, engine } = useWidget()
  const { t } = texts
  const { clientId, text, files, failed } = pending
  return (
    <div class="row ours end pending">
      <div class="column">
        <span class="hidden">{t('you')}</span>
        {text ? (
          <div class="bubble" dir="auto">
            <Words text={text} />
          </div>
        ) : null}
        <Files files={files} />
        {failed ? (
          <small class="meta bad">
            <span role="alert">{t('failed')}</span>
            <button type="button" onClick={() => engine.outbox.again(clientId)}>
              {t('retry')}
            </button>
            <button type="button" onClick={() => engine.outbox.remove(clientId)}>
              {t('remove')}
            </button>
          </small>
        ) : (
          <small class="meta">{t('sending')}</small>
        )}
      </div>
    </div>
  )
}

/** A component that is drawn again only when one of its properties is another one: a long conversation stays quick. */
function memo<P extends object>(draw: FunctionComponent<P>): FunctionComponent<P> {
  class Memo extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      const keys = new Set([...Object.keys(next), ...Object.keys(this.props)]) as Set<keyof P>
      return [...keys].some((key) => next[key] !== (this.props as P)[key])
    }
    override render(props: P): ComponentChild {
      return h(draw, props)
    }
  }
  return Memo as unknown as FunctionComponent<P>
}

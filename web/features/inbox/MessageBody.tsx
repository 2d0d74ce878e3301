import { Fragment, lazy, type ReactNode, Suspense } from 'react'
import { splitLinks } from '../../../src/base/links.ts'
import type { Message } from '../../api/records.ts'
import { useStore } from '../../base/store.ts'
import { t } from '../../base/texts.ts'
import { inbox } from '../../live/state.ts'
import { Products, Sources } from '../../ui/ai-agent/Sources.tsx'
import { Files } from './files/Files.tsx'

const FormattedText = lazy(() => import('../../ui/formatting/FormattedText.tsx'))

/** What a message says and shows. */
export function MessageBody({ message, text = message.text }: { message: Message; text?: string | undefined }) {
  const isAdmin = useStore(inbox, (state) => state.me.member.role === 'admin')
  return (
    <div className="bubble">
      {text && (
        <MessageText
          text={text}
          isNote={message.isNote}
          formatting={text === message.text ? message.formatting : null}
        />
      )}
      <Files
        files={message.files}
        {...(message.delivery?.state === 'failed' && { delivered: message.delivery.filesSent })}
      />
      <Products products={message.chatbotProducts} />
      <Sources faqs={message.chatbotFaqs} isAdmin={isAdmin} />
      {message.revision !== message.position && !message.delivery && <span className="edited">{t('edited')}</span>}
    </div>
  )
}

interface TextProps {
  text: string
  isNote?: boolean
  formatting?: Message['formatting']
  /** Whether the text is as typed, with marks. */
  isTyped?: boolean
}

/** A message's text. What is formatted is plain until the code for it is there. */
export function MessageText({ text, isNote = false, formatting = null, isTyped = false }: TextProps) {
  const plain = <p dir="auto">{linked(text, isNote)}</p>
  if (!formatting && !isTyped) return plain
  return (
    <Suspense fallback={plain}>
      <FormattedText text={text} formatting={formatting ?? undefined} />
    </Suspense>
  )
}

/** Addresses become links; in internal notes, members who are mentioned stand out. */
function linked(text: string, isNote: boolean): ReactNode {
  return splitLinks(text).map((part, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a message's parts keep their places
    <Fragment key={i}>
      {part.isLink ? <Link href={part.text} /> : isNote ? withMentions(part.text) : part.text}
    </Fragment>
  ))
}

const Link = ({ href }: { href: string }) => (
  <a href={href} target="_blank" rel="noreferrer noopener">
    {href}
  </a>
)

function withMentions(text: string): ReactNode {
  // Every second part is what the pattern found.
  return text.split(/(@[\p{L}][\p{L}.'-]*(?: \p{Lu}[\p{L}.'-]*)?)/u).map((part, i) => {
    const key = `${i}`
    return i % 2 === 1 ? (
      <strong className="mention" key={key}>
        {part}
      </strong>
    ) : (
      <Fragment key={key}>{part}</Fragment>
    )
  })
}

import { Fragment, type ReactNode } from 'react'
import type { Message } from '../../../api/records.ts'
import { useStore } from '../../../base/store.ts'
import { t } from '../../../base/texts.ts'
import { inbox } from '../../../live/state.ts'
import { Products, Sources } from '../../../ui/ai-agent/Sources.tsx'
import { Files } from '../files/Files.tsx'

/** What a message says and shows. */
export function MessageBody({ message }: { message: Message }) {
  const isAdmin = useStore(inbox, (state) => state.me.member.role === 'admin')
  return (
    <div className="bubble">
      {message.text && <p dir="auto">{linked(message.text, message.isNote)}</p>}
      <Files files={message.files} />
      <Products products={message.chatbotProducts} />
      <Sources faqs={message.chatbotFaqs} isAdmin={isAdmin} />
      {message.revision !== message.position && !message.delivery && <span className="edited">{t('edited')}</span>}
    </div>
  )
}

/** Addresses become links; in internal notes, members who are mentioned stand out. */
function linked(text: string, isNote: boolean): ReactNode {
  const pattern = isNote
    ? /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]])|(@[\p{L}][\p{L}.'-]*(?: \p{Lu}[\p{L}.'-]*)?)/gu
    : /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]])/g
  const parts: ReactNode[] = []
  let end = 0
  for (const match of text.matchAll(pattern)) {
    parts.push(text.slice(end, match.index))
    parts.push(
      match[0].startsWith('@') ? (
        <strong className="mention" key={match.index}>
          {match[0]}
        </strong>
      ) : (
        <a href={match[0]} target="_blank" rel="noreferrer noopener" key={match.index}>
          {match[0]}
        </a>
      ),
    )
    end = match.index + match[0].length
  }
  parts.push(text.slice(end))
  return parts.map((part, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a message's parts keep their places
    <Fragment key={i}>{part}</Fragment>
  ))
}

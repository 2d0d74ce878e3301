import { AskPerson } from '../ask-person.tsx'
import { Composer } from '../composer.tsx'
import { useEngine, useWidget } from '../context.ts'
import { Header } from '../header.tsx'
import { PreChatForm } from '../pre-chat.tsx'
import { QuickReplies } from '../quick-replies.tsx'
import { MessageList } from './message-list.tsx'

/** The conversation: who is there, what was said, and where to write. */
export function ConversationView() {
  const { texts, engine } = useWidget()
  const { config, conversation, preChatDone, connected, session, outbox } = useEngine()
  const { mode } = config.preChat
  const isRequired = engine.needsForm()
  const isOffered = mode === 'optional' && !preChatDone && !conversation && outbox.length === 0
  const isOffline = session !== null && !connected && !navigator.onLine
  return (
    <>
      <Header />
      <MessageList>
        {isRequired || isOffered ? <PreChatForm /> : null}
        {isRequired ? null : <QuickReplies />}
      </MessageList>
      <footer class="foot">
        <p role="status" class={isOffline ? 'offline' : 'hidden'}>
          {isOffline ? texts.t('offline') : ''}
        </p>
        <AskPerson />
        {isRequired ? null : <Composer />}
      </footer>
    </>
  )
}

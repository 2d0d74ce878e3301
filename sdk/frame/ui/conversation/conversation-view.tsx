import { AskPerson } from '../ask-person.tsx'
import { Composer } from '../composer.tsx'
import { useEngine, useWidget } from '../context.ts'
import { Header } from '../header.tsx'
import { Offline } from '../offline.tsx'
import { PreChatForm } from '../pre-chat.tsx'
import { QuickReplies } from '../quick-replies.tsx'
import { MessageList } from './message-list.tsx'

/** The conversation: who is there, what was said, and where to write. */
export function ConversationView() {
  const { engine } = useWidget()
  const { config, conversation, isEarlier, preChatDone, outbox } = useEngine()
  const isOver = isEarlier && conversation?.status === 'resolved'
  const { mode } = config.preChat
  const isRequired = engine.needsForm()
  const isOffered = mode === 'optional' && !preChatDone && !conversation && outbox.length === 0
  return (
    <>
      <Header />
      <MessageList>
        {isRequired || isOffered ? <PreChatForm /> : null}
        {isRequired ? null : <QuickReplies />}
      </MessageList>
      <footer class="foot">
        <Offline />
        {isOver ? <Over /> : <AskPerson />}
        {isRequired || isOver ? null : <Composer />}
      </footer>
    </>
  )
}

/** An earlier conversation that has ended is read; what is written begins or goes on with the current one. */
function Over() {
  const { texts, engine } = useWidget()
  return (
    <button type="button" class="primary wide" data-focus onClick={engine.showCurrent}>
      {texts.t('start')}
    </button>
  )
}

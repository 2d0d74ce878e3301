import type { ComponentType } from 'preact'
import { useState } from 'preact/hooks'
import { AskPerson } from '../ask-person.tsx'
import { Composer } from '../composer.tsx'
import { useEngine, useWidget } from '../context.ts'
import { Header } from '../header.tsx'
import { Icon } from '../icons.tsx'
import { Offline } from '../offline.tsx'
import { PreChatForm } from '../pre-chat.tsx'
import { QuickReplies } from '../quick-replies.tsx'
import { MessageList } from './message-list.tsx'

/** The conversation: who is there, what was said, and where to write. */
export function ConversationView() {
  const { texts, engine } = useWidget()
  const { messages, config, conversation, isEarlier, preChatDone, outbox } = useEngine()
  const isOver = isEarlier && conversation?.status === 'resolved'
  const { mode } = config.preChat
  const isRequired = engine.needsForm()
  const isOffered = mode === 'optional' && !preChatDone && !conversation && outbox.length === 0
  const [Transcript, setTranscript] = useState<ComponentType<{ conversationId: string }> | null>(null)
  const label = texts.t('transcript')
  const isAnswered = messages.some(({ sender: { type } }) => type === 'agent' || type === 'bot')

  function toggleTranscript(): void {
    if (Transcript) setTranscript(null)
    else
      import('./transcript.tsx').then(
        (loaded) => setTranscript(() => loaded.Transcript),
        () => {},
      )
  }

  return (
    <>
      <Header>
        {config.transcript && conversation && isAnswered ? (
          <button
            type="button"
            class="round"
            aria-label={label}
            aria-expanded={Transcript !== null}
            title={label}
            onClick={toggleTranscript}
          >
            <Icon name="mail" />
          </button>
        ) : null}
      </Header>
      <MessageList>
        {isRequired || isOffered ? <PreChatForm /> : null}
        {isRequired ? null : <QuickReplies />}
      </MessageList>
      <footer class="foot">
        <Offline />
        {Transcript && conversation ? <Transcript key={conversation.id} conversationId={conversation.id} /> : null}
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

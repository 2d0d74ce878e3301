import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { askInPlayground, tracesQuery } from '../../../api/ai-agent.ts'
import { storeQuery } from '../../../api/store/settings.ts'
import { MESSAGE_TEXT_MAX } from '../../../base/limits.ts'
import { go, useHash } from '../../../base/router.ts'
import { useStore } from '../../../base/store.ts'
import { t } from '../../../base/texts.ts'
import { watch } from '../../../live/connect.ts'
import { loadMessages } from '../../../live/loading.ts'
import { inbox, NO_MESSAGES } from '../../../live/state.ts'
import Trace from '../../../ui/ai-agent/Trace.tsx'
import { Button } from '../../../ui/Button.tsx'
import { fields } from '../../../ui/forms.ts'
import { complain } from '../../../ui/toast.tsx'
import { PlaygroundChat } from './PlaygroundChat.tsx'
import { pathToPlayground, readBegunMessage } from './playground-path.ts'

/** A chat with the AI agent as customers have it, beside what it made of each message. No customer and no webhook hears of it. */
export function Playground({ id }: { id: string | undefined }) {
  const messages = useStore(inbox, (state) => state.messages[id ?? ''] ?? NO_MESSAGES)
  const minConfidence = useQuery(storeQuery).data?.settings.ai.minConfidence
  const said = messages.messages.filter(({ isBot, isNote }) => isBot && !isNote).length
  const { data: traces = [] } = useQuery(tracesQuery(id ?? '', id ? said : 0))
  const [chosen, setChosen] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const begun = readBegunMessage(useHash())

  useEffect(() => {
    setChosen(null)
    if (!id) return
    void loadMessages(id, 'newest').then(() => watch(id))
    return () => watch(undefined)
  }, [id])

  const ask = async (text: string) => {
    if (!text.trim() || isSending) return
    setSending(true)
    try {
      const { conversationId } = await askInPlayground(text, id)
      if (field.current) field.current.value = ''
      setChosen(null)
      go(pathToPlayground(conversationId), { replace: true })
    } catch (error) {
      complain(error)
    }
    setSending(false)
  }
  const shown = traces.find(({ messageId }) => chosen !== null && messageId === chosen) ?? traces.at(-1)

  return (
    <div className="playground">
      <section className="playground-chat" aria-label={t('Chat')}>
        <PlaygroundChat messages={messages} chosen={shown?.messageId ?? null} onChoose={setChosen} />
        <form
          onSubmit={(event) => {
            void ask(fields(event)('text'))
          }}
        >
          <textarea
            ref={field}
            name="text"
            rows={2}
            aria-label={t('Ask as a customer')}
            defaultValue={begun}
            placeholder={t('Ask as a customer would')}
            maxLength={MESSAGE_TEXT_MAX}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
              event.preventDefault()
              event.currentTarget.form?.requestSubmit()
            }}
          />
          <div className="acts">
            <Button type="submit" kind="primary" icon="send" disabled={isSending}>
              {t('Ask')}
            </Button>
            {id && (
              <Button
                kind="quiet"
                onClick={() => {
                  go(pathToPlayground())
                  field.current?.focus()
                }}
              >
                {t('Start over')}
              </Button>
            )}
          </div>
        </form>
      </section>
      <section className="playground-trace" aria-label={t('How it decided')}>
        <h2>{t('How it decided')}</h2>
        {shown ? (
          <Trace {...shown} threshold={minConfidence} />
        ) : (
          <p className="none">
            {t(
              'Its steps appear here: the language, the topic, the articles it considered, and why it answered or handed off. Select an earlier answer to see its steps.',
            )}
          </p>
        )}
      </section>
    </div>
  )
}

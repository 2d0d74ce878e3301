import { isWithAiAgent } from '../engine/state.ts'
import { useEngine, useWidget } from './context.ts'
import { Icon } from './icons.tsx'

/** The way to a person: there for as long as the AI agent answers, from the first message on. */
export function AskPerson() {
  const { texts, commands, show } = useWidget()
  const state = useEngine()
  if (!isWithAiAgent(state) || state.visitor?.isBlocked) return null
  const isAsked = state.outbox.some(({ wantsPerson, failed }) => wantsPerson && !failed)
  return (
    <p class="ask-person">
      <button
        type="button"
        aria-disabled={isAsked}
        onClick={({ detail }) => {
          if (!isAsked) commands.askForPerson(texts.t('escalate.wish'))
          show('messages')
          // The button goes once a person has the conversation: the keyboard's focus is where one writes by then.
          if (detail === 0) document.querySelector<HTMLElement>('[data-focus]')?.focus()
        }}
      >
        <Icon name="person" />
        {texts.t('escalate')}
      </button>
    </p>
  )
}

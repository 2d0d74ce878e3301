import { useEffect, useRef, useState } from 'react'
import { suggestReply } from '../../../api/ai-agent.ts'
import type { AiTrial } from '../../../api/records.ts'
import { useStore } from '../../../base/store.ts'
import { t } from '../../../base/texts.ts'
import { inbox } from '../../../live/state.ts'
import { Sources } from '../../../ui/ai-agent/Sources.tsx'
import { percent, reasonWords } from '../../../ui/ai-agent/words.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { toast } from '../../../ui/toast.tsx'

/** What came of asking the AI agent for a reply. */
type Outcome =
  | { kind: 'none' }
  | { kind: 'asked' }
  | { kind: 'failed'; why: string }
  | { kind: 'here'; trial: AiTrial | null }

export interface SuggestedReply {
  outcome: Outcome
  ask: () => Promise<void>
  clear: () => void
}

/** A reply that the AI agent suggests: put into the draft, never sent. What stood there can be had back. */
export function useSuggestedReply(id: string, draft: string, put: (text: string) => void): SuggestedReply {
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'none' })
  const latest = useRef(draft)
  latest.current = draft
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  return {
    outcome,
    async ask() {
      if (outcome.kind === 'asked') return
      setOutcome({ kind: 'asked' })
      try {
        const trial = await suggestReply(id)
        if (isGone.current) return
        setOutcome({ kind: 'here', trial })
        if (!trial?.text) return
        const before = latest.current
        put(trial.text)
        if (before.trim()) toast(t('Your draft was replaced'), { undo: () => !isGone.current && put(before) })
      } catch (error) {
        setOutcome({ kind: 'failed', why: (error as Error).message })
      }
    },
    clear: () => setOutcome({ kind: 'none' }),
  }
}

export function SuggestButton({ suggestion: { outcome, ask } }: { suggestion: SuggestedReply }) {
  const isAsked = outcome.kind === 'asked'
  return (
    <Button kind="quiet" icon="bot" className="suggest" busy={isAsked} onClick={() => void ask()}>
      {isAsked ? t('Reading…') : t('Suggest a reply')}
    </Button>
  )
}

/** What the suggestion rests on, or why there is none. */
export function SuggestedReplyNote({ suggestion: { outcome, ask, clear } }: { suggestion: SuggestedReply }) {
  const isAdmin = useStore(inbox, (state) => state.me.member.role === 'admin')
  if (outcome.kind === 'none' || outcome.kind === 'asked') return null
  return (
    <div className="suggestion" role="status">
      <div>
        {outcome.kind === 'failed' ? (
          <p>
            {t('No suggestion: {0}', outcome.why)}{' '}
            <button type="button" className="text-button" onClick={() => void ask()}>
              {t('Try again')}
            </button>
          </p>
        ) : (
          <>
            <p>{describe(outcome.trial)}</p>
            {outcome.trial && <Sources faqs={outcome.trial.faqs} isAdmin={isAdmin} />}
          </>
        )}
      </div>
      <IconButton icon="close" label={t('Close the suggestion')} onClick={clear} />
    </div>
  )
}

function describe(trial: AiTrial | null): string {
  if (trial === null) return t('No suggestion: the customer has not written yet.')
  const { act, reason, trace } = trial
  if (act === 'hand_over')
    return t('No suggestion: the AI agent would leave this to you. {0}.', reasonWords(reason ?? 'unknown'))
  if (act === 'ask_back')
    return t('It is not sure of an answer and suggests a follow-up question. Nothing is sent yet.')
  if (trace.confidence === null) return t('Suggested by the AI agent. Read it before you send it.')
  return t('Suggested by the AI agent, {0} sure. Read it before you send it.', percent(trace.confidence))
}

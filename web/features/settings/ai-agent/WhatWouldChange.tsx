import { useEffect, useState } from 'react'
import { type ProposedChange, type TrialSoFar, tryChange } from '../../../api/ai-trials.ts'
import type { ChangeTrial } from '../../../api/records.ts'
import { Link, pathTo } from '../../../base/router.ts'
import { t } from '../../../base/texts.ts'
import { reasonWords } from '../../../ui/ai-agent/words.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import './trials.css'

type Said = ChangeTrial['changed'][number]['before']

/** Past questions that a change would answer in another way. Leaving it ends the trial. */
export default function WhatWouldChange({ change, onClose }: { change: ProposedChange; onClose: () => void }) {
  const [trial, setTrial] = useState<TrialSoFar | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` starts it once more; the change stays as it was when the dialog opened
  useEffect(() => {
    let isLeft = false
    setError(null)
    setTrial(null)
    void (async () => {
      for await (const sofar of tryChange(change)) {
        if (isLeft) return
        setTrial(sofar)
      }
    })().catch((reason) => !isLeft && setError(reason))
    return () => {
      isLeft = true
    }
  }, [round])
  return (
    <Dialog label={t('What would change?')} onClose={onClose} className="ask trial">
      <h2>{t('What would change?')}</h2>
      <p className="about">
        {t('Your last customers’ questions, asked again with and without the change. Nothing is sent or saved.')}
      </p>
      {!trial && <Loading error={error} onRetry={() => setRound(round + 1)} />}
      {trial && <Progress trial={trial} />}
      {trial && error !== null && <Loading error={error} onRetry={() => setRound(round + 1)} />}
      {trial && trial.broken.length > 0 && (
        <section>
          <h3 className="broken">{t('Examples that would not hold any more')}</h3>
          <ol className="replay">
            {trial.broken.map(({ example, before, after }) => (
              <Changed key={example.id} asked={[example.question]} before={before} after={after} />
            ))}
          </ol>
        </section>
      )}
      {trial && trial.changed.length > 0 && (
        <ol className="replay">
          {trial.changed.map(({ conversationId, asked, before, after }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: what was found keeps its place
            <Changed key={at} asked={asked} before={before} after={after}>
              <Link href={pathTo('open', conversationId)}>{t('Open the conversation')}</Link>
            </Changed>
          ))}
        </ol>
      )}
      <div className="ask-acts">
        <Button onClick={onClose}>{t('Close')}</Button>
      </div>
    </Dialog>
  )
}

function Progress({ trial: { tried, triedMax, changed, isDone } }: { trial: TrialSoFar }) {
  const asked = Math.min(tried, triedMax)
  if (isDone && tried === 0) return <p className="none">{t('No customer has asked anything yet.')}</p>
  return (
    <>
      {!isDone && <progress max={triedMax} value={asked} aria-label={t('Questions asked')} />}
      <p role="status">
        {isDone && changed.length === 0
          ? t('None of {0} questions would be answered in another way.', tried)
          : t('{0} of {1} questions would be answered in another way.', changed.length, tried)}
      </p>
    </>
  )
}

function Changed({
  asked,
  before,
  after,
  children,
}: {
  asked: string[]
  before: Said
  after: Said
  children?: React.ReactNode
}) {
  return (
    <li>
      <blockquote dir="auto">{asked.join('\n')}</blockquote>
      <div className="then-now">
        <section>
          <h3>{t('Now')}</h3>
          <Words said={before} />
        </section>
        <section>
          <h3>{t('With the change')}</h3>
          <Words said={after} />
        </section>
      </div>
      {children}
    </li>
  )
}

function Words({ said: { text, reason } }: { said: Said }) {
  return text === null ? (
    <p className="none">{t('Hands off. {0}.', reasonWords(reason ?? 'unknown'))}</p>
  ) : (
    <p dir="auto">{text}</p>
  )
}

import { useEffect, useRef, useState } from 'react'
import { type MonthSoFar, replayMonth } from '../../../api/ai-trials.ts'
import { Link, pathTo } from '../../../base/router.ts'
import { useStore } from '../../../base/store.ts'
import { t } from '../../../base/texts.ts'
import { inbox } from '../../../live/state.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { useAttempt } from '../../../ui/forms.ts'
import './trials.css'

/** The questions of the last 30 days, asked again, and how the answers compare with the team's. Leaving it ends the replay. */
export default function ReplayMonth() {
  const canAskModel = useStore(inbox, (state) => state.me.store.canRewrite)
  const [asksModel, setAsksModel] = useState(false)
  const [month, setMonth] = useState<MonthSoFar | null>(null)
  const isLeft = useRef(false)
  const { isBusy, attempt } = useAttempt()
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
    }
  }, [])
  const start = () =>
    attempt(async () => {
      setMonth(null)
      for await (const sofar of replayMonth(asksModel)) {
        if (isLeft.current) return
        setMonth(sofar)
      }
    })
  return (
    <Card
      title={t('Replay the last 30 days')}
      about={t(
        'Asks your customers’ questions again, with your current settings and articles, and compares the answers with what your team answered. Nothing is sent or saved, and no order is looked up.',
      )}
    >
      {canAskModel && (
        <label className="check">
          <input type="checkbox" checked={asksModel} onChange={(event) => setAsksModel(event.target.checked)} />
          {t('Ask the AI model too, at most 200 questions')}
        </label>
      )}
      <Button busy={isBusy} disabled={isBusy} onClick={() => void start()}>
        {t('Start the replay')}
      </Button>
      {month && <Figures month={month} />}
      {month && month.differences.length > 0 && (
        <>
          <h3>{t('Answers unlike your team’s')}</h3>
          <ol className="replay">
            {month.differences.map(({ conversationId, asked, said, team }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: what was found keeps its place
              <li key={at}>
                <blockquote dir="auto">{asked.join('\n')}</blockquote>
                <div className="then-now">
                  <section>
                    <h3>{t('Your team')}</h3>
                    <p dir="auto">{team}</p>
                  </section>
                  <section>
                    <h3>{t('AI agent')}</h3>
                    <p dir="auto">{said}</p>
                  </section>
                </div>
                <Link href={pathTo('open', conversationId)}>{t('Open the conversation')}</Link>
              </li>
            ))}
          </ol>
        </>
      )}
    </Card>
  )
}

function Figures({ month }: { month: MonthSoFar }) {
  const { questions, questionsMax, isDone, tokens } = month
  if (isDone && questions === 0) return <p className="none">{t('No customer asked anything in the last 30 days.')}</p>
  const share = (part: number) => `${part} (${Math.round((100 * part) / Math.max(1, questions))} %)`
  return (
    <>
      {!isDone && (
        <progress max={questionsMax} value={Math.min(questions, questionsMax)} aria-label={t('Questions asked')} />
      )}
      {isDone && <p role="status">{t('Done: {0} questions asked', questions)}</p>}
      <dl className="month-figures">
        {[
          [t('Questions'), questions],
          [t('Answered'), share(month.answered)],
          [t('… much the same as your team'), month.alike],
          [t('… unlike your team'), month.different],
          [t('… your team did not answer'), month.unknown],
          [t('Asked a question back'), share(month.askedBack)],
          [t('Handed off'), share(month.handedOff)],
          [t('About orders, not looked up'), share(month.aboutOrders)],
          ...(tokens > 0 ? [[t('Tokens of the AI model'), tokens.toLocaleString()]] : []),
        ].map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

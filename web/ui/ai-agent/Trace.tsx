import { t } from '../../base/texts.ts'
import { type GuidanceLook, GuidanceLooks } from './GuidanceLooks.tsx'
import { type Act, actWords, intentWords, languageName, percent, reasonWords, topicWords } from './words.ts'
import './ai-agent.css'

interface Props {
  act: Act
  reason: string | null
  topic: string | null
  trace: {
    language: string
    intent: string
    candidates: { id: string; title: string; score: number }[]
    confidence: number | null
    checks: string[]
    guidance?: GuidanceLook[] | undefined
  }
  /** How sure it had to be, where that is known. */
  threshold?: number | undefined
}

/** What the AI agent made of a message, step by step. */
export default function Trace({ act, reason, topic, trace, threshold }: Props) {
  const { language, intent, candidates, confidence, checks, guidance = [] } = trace
  const best = Math.max(...candidates.map(({ score }) => score), Number.MIN_VALUE)
  return (
    <div className="trace">
      <dl>
        <dt>{t('Decision')}</dt>
        <dd>
          <strong>{actWords(act)}</strong>
        </dd>
        {reason && (
          <>
            <dt>{t('Why')}</dt>
            <dd>{reasonWords(reason)}</dd>
          </>
        )}
        <dt>{t('Language')}</dt>
        <dd>{languageName(language)}</dd>
        <dt>{t('Understood as')}</dt>
        <dd>{intentWords(intent)}</dd>
        <dt>{t('Topic')}</dt>
        <dd>{topicWords(topic)}</dd>
        {confidence !== null && (
          <>
            <dt>{t('Confidence')}</dt>
            <dd>
              {percent(confidence)}
              {threshold !== undefined && t(', {0} needed', percent(threshold))}
              <Gauge value={confidence} mark={threshold} />
            </dd>
          </>
        )}
        {checks.length > 0 && (
          <>
            <dt>{t('Checks')}</dt>
            <dd>
              <ul className="checks">
                {checks.map((check, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: steps keep their order, and one may come twice
                  <li key={at}>{check}</li>
                ))}
              </ul>
            </dd>
          </>
        )}
        {guidance.length > 0 && (
          <>
            <dt>{t('Guidance')}</dt>
            <dd>
              <GuidanceLooks looks={guidance} />
            </dd>
          </>
        )}
      </dl>
      {candidates.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('Found in the knowledge base')}</th>
              <th scope="col" className="number">
                {t('Score')}
              </th>
            </tr>
          </thead>
          <tbody>
            {candidates.map(({ id, title, score }) => (
              <tr key={id}>
                <td>
                  {title}
                  <Gauge value={score / best} />
                </td>
                <td className="number">{score.toFixed(2)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}

/** A share of 0 to 1 as a bar; `mark` is a line across it. */
function Gauge({ value, mark }: { value: number; mark?: number | undefined }) {
  const width = Math.min(1, Math.max(0, value)) * 100
  return (
    <svg className="gauge" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <rect className="gauge-ground" width="100" height="4" />
      <rect className="gauge-value" width={width} height="4" />
      {mark !== undefined && <rect className="gauge-mark" x={Math.min(99, mark * 100)} width="1" height="4" />}
    </svg>
  )
}

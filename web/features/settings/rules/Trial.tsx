import { useEffect, useRef } from 'react'
import type { RuleTrial } from '../../../api/records.ts'
import { useMembers } from '../../../api/team/team.ts'
import { Link, pathTo } from '../../../base/router.ts'
import { t } from '../../../base/texts.ts'
import { moment } from '../../../base/time.ts'
import { outcomeWords } from './rule-words.ts'

/** What a rule would have done. */
export function Trial({ trial: { looked, matches } }: { trial: RuleTrial }) {
  const members = useMembers()
  const shown = useRef<HTMLElement>(null)
  useEffect(() => {
    // Newer browsers return a promise, which must not become the effect's clean-up.
    void shown.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <section ref={shown} className="rule-trial" aria-label={t('What it would have done')}>
      <h3>{t('It would have matched {0} of {1} past conversations. Nothing was changed.', matches.length, looked)}</h3>
      <p className="about">
        {t(
          'Text, language and opening hours are evaluated as they were then; tags, assignment and orders as they are now. All members count as online.',
        )}
      </p>
      <ul className="lines">
        {matches.map(({ conversationId, customerName, at, text, outcomes }) => (
          <li key={conversationId}>
            <div>
              <Link href={pathTo('open', conversationId)}>{customerName ?? t('Visitor')}</Link>{' '}
              <span className="about">{moment(at)}</span>
              {text && (
                <p className="rule-said" dir="auto">
                  {text}
                </p>
              )}
              <p className="about">{outcomes.map((one) => outcomeWords(one, members)).join(' · ')}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

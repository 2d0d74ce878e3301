import type { Report } from '../../../api/records.ts'
import type { Span } from '../../../api/reports.ts'
import { t } from '../../../base/texts.ts'
import { type Day, dayQuery, hourQuery } from '../span.ts'
import { Bars } from './Bars.tsx'
import { Times } from './Times.tsx'
import { Week } from './Week.tsx'

/** What is drawn by day, and by the hours of a week. */
export function Charts({ report, days, span }: { report: Report; days: Day[]; span: Span }) {
  const { backlog } = report
  const of = (figure: 'open' | 'resolved') => new Map(backlog?.map((day) => [day.key, day[figure]]))
  return (
    <>
      <section>
        <h2>{t('New conversations by day')}</h2>
        <Bars
          days={days}
          values={new Map(report.days.map((day) => [day.key, day.conversations]))}
          queryOf={dayQuery.began}
          describe={(sum, most, day) =>
            t('{0} conversations in {1} days; the most, {2}, on {3}', sum, days.length, most, day)
          }
        />
      </section>
      <div className="charts">
        <section>
          <h2>{t('First reply by day, median')}</h2>
          <Times days={days} groups={report.days} figure="replyMedian" what={t('First reply')} />
        </section>
        <section>
          <h2>{t('Time to resolve by day, median')}</h2>
          <Times days={days} groups={report.days} figure="resolveMedian" what={t('Time to resolve')} />
        </section>
        <section>
          <h2>{t('Resolved by day')}</h2>
          <Bars
            days={days}
            values={of('resolved')}
            queryOf={dayQuery.resolved}
            describe={(sum, most, day) => t('{0} resolved; the most, {1}, on {2}', sum, most, day)}
          />
        </section>
        <section>
          <h2>{t('Backlog: open at the day’s end')}</h2>
          {backlog ? (
            <Bars
              days={days}
              values={of('open')}
              queryOf={dayQuery.open}
              describe={(_, most, day) => t('The most open conversations, {0}, on {1}', most, day)}
            />
          ) : (
            <p className="about">
              {t('Too much activity since then to reconstruct the backlog. Choose more recent dates.')}
            </p>
          )}
        </section>
      </div>
      <Week hours={report.hours} queryOf={(hour) => hourQuery(span, hour)} />
    </>
  )
}

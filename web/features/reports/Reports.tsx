import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { aiReportQuery, reportQuery, salesReportQuery } from '../../api/reports.ts'
import { useMembers } from '../../api/team/team.ts'
import { Link, pathTo, useParts } from '../../base/router.ts'
import { t } from '../../base/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { attempt } from '../../ui/forms.ts'
import { Icon } from '../../ui/Icon.tsx'
import { AiAgentReport } from './AiAgentReport.tsx'
import { Charts } from './charts/Charts.tsx'
import { Groups } from './Groups.tsx'
import { SalesReport } from './SalesReport.tsx'
import { SpanPicker } from './SpanPicker.tsx'
import { beganQuery, daysNamed, labelled, lastDays, spanOf } from './span.ts'
import { Totals } from './Totals.tsx'
import './reports.css'

const DAYS = 30

/** How many conversations there were, how soon members replied, and how customers found it. */
export default function Reports() {
  const members = useMembers()
  const client = useQueryClient()
  const [, first, last] = useParts()
  const days = daysNamed(first, last) ?? lastDays(DAYS)
  const span = spanOf(days)
  const { data: report, error } = useQuery(reportQuery(span))
  useEffect(() => {
    document.title = t('Reports')
  }, [])

  const nameOf = (id: string) => members.find((member) => member.id === id)?.fullName ?? t('Former member')
  const save = () =>
    attempt(async () => {
      const [{ saveReport }, all, ai, sales] = await Promise.all([
        import('./report-file.ts'),
        client.ensureQueryData(reportQuery(span)),
        client.ensureQueryData(aiReportQuery(span)),
        client.ensureQueryData(salesReportQuery(span)),
      ])
      saveReport(all, ai, sales, { days: labelled(days), span: days, nameOf })
    })
  return (
    <main className="reports">
      <header className="reports-head">
        <Link href={pathTo('open')} className="nav-item">
          <Icon name="back" /> {t('Inbox')}
        </Link>
        <h1>{t('Reports')}</h1>
        <span className="grow" />
        <Button kind="quiet" onClick={() => void save()}>
          {t('Download CSV')}
        </Button>
      </header>
      <div className="reports-head">
        <SpanPicker days={days} />
      </div>
      {error && (
        <p className="form-error" role="alert">
          {error.message}
        </p>
      )}
      {!report && !error && <p className="more">{t('Counting…')}</p>}
      {report && (
        <>
          <Totals report={report} began={beganQuery(span)} />
          <Charts report={report} days={labelled(days)} span={span} />
          <Groups report={report} began={beganQuery(span)} nameOf={nameOf} />
          <p className="about">
            {t(
              'For conversations started in this period. Time to resolve is available for conversations resolved since Parley began to record it.',
            )}{' '}
            {t('Days and hours are those of {0}.', span.timeZone)}
          </p>
          <AiAgentReport span={span} />
          <SalesReport span={span} nameOf={nameOf} />
        </>
      )}
    </main>
  )
}

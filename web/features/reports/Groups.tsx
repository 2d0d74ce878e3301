import type { Report } from '../../api/records.ts'
import { t } from '../../base/texts.ts'
import { date } from '../../base/time.ts'
import { CHANNELS } from '../../live/views.ts'
import { topicWords } from '../../ui/ai-agent/words.ts'
import { BacklogTable } from './BacklogTable.tsx'
import { GroupTable } from './GroupTable.tsx'
import { Ratings } from './Ratings.tsx'
import { dayQuery } from './span.ts'
import { TargetTable } from './TargetTable.tsx'

interface Props {
  report: Report
  /** The span, as a list is asked for it. */
  began: string
  nameOf: (memberId: string) => string
}

/** Tables of the figures by day, member, channel, tag and topic, and by rating. */
export function Groups({ report, began, nameOf }: Props) {
  const by = (name: string) => (key: string) => `${began}&${name}=${encodeURIComponent(key)}`
  return (
    <>
      {report.days.length > 0 && (
        <details>
          <summary>{t('By day, as a table')}</summary>
          <GroupTable
            what={t('Day')}
            groups={report.days}
            nameOf={(key) => date(`${key}T12:00`)}
            queryOf={dayQuery.began}
          />
        </details>
      )}
      {report.backlog && report.backlog.length > 0 && (
        <details>
          <summary>{t('Backlog by day, as a table')}</summary>
          <BacklogTable days={report.backlog} />
        </details>
      )}
      <GroupTable
        title={t('By member')}
        what={t('Who replied first')}
        groups={report.members}
        nameOf={nameOf}
        queryOf={by('firstReplyBy')}
      />
      <GroupTable
        title={t('By channel')}
        what={t('Channel')}
        groups={report.channels}
        nameOf={(key) => CHANNELS[key] ?? key}
        queryOf={by('channel')}
      />
      <GroupTable title={t('By tag')} what={t('Tag')} groups={report.tags} nameOf={(key) => key} queryOf={by('tag')} />
      <GroupTable
        title={t('By topic')}
        what={t('Topic detected by the AI agent')}
        groups={report.topics}
        nameOf={topicWords}
        queryOf={by('topic')}
      />
      <TargetTable report={report} began={began} />
      <Ratings report={report} began={began} />
    </>
  )
}

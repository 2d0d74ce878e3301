import type { AiReport, Report, ReportGroup, Sales, SalesReport } from '../../api/records.ts'
import { t } from '../../base/texts.ts'
import { TARGETS } from '../../live/priorities.ts'
import { CHANNELS } from '../../live/views.ts'
import { reasonWords, topicWords } from '../../ui/ai-agent/words.ts'
import { download, toCsv } from './csv.ts'
import type { Day, Days } from './span.ts'

type Figures = Omit<ReportGroup, 'key'>
type AiFigures = AiReport['total']
interface Row {
  table: string
  key: string
  figures?: Figures | undefined
  backlog?: { open: number; resolved: number } | undefined
  ai?: Partial<AiFigures>
  missed?: Report['targets'][number]
  sales?: Sales
}

const seconds = (ms: number | null | undefined) => (ms == null ? null : Math.round(ms / 1000))
const rounded = (value: number | null | undefined) => (value == null ? null : Math.round(value * 100) / 100)

/** All columns of all tables; a row leaves empty what its table has not. Times are in seconds. */
const COLUMNS: [string, (row: Row) => string | number | null | undefined][] = [
  [t('Table'), (row) => row.table],
  [t('Row'), (row) => row.key],
  [t('Conversations'), ({ figures, missed }) => figures?.conversations ?? missed?.conversations],
  [t('Messages'), ({ figures }) => figures?.messages],
  [t('Replied to by the team'), ({ figures }) => figures?.replied],
  [t('First reply, median (s)'), ({ figures }) => seconds(figures?.replyMedian)],
  [t('First reply, 90% within (s)'), ({ figures }) => seconds(figures?.replyP90)],
  [t('Resolved'), ({ figures }) => figures?.resolved],
  [t('Time to resolve, median (s)'), ({ figures }) => seconds(figures?.resolveMedian)],
  [t('AI agent took part'), ({ figures }) => figures?.aiTookPart],
  [t('By the AI agent alone'), ({ figures }) => figures?.aiAlone],
  [t('Rated'), ({ figures }) => figures?.rated],
  [t('Rating, average'), ({ figures }) => rounded(figures?.ratingAverage)],
  [t('Open at the day’s end'), ({ backlog }) => backlog?.open],
  [t('Resolved on the day'), ({ backlog }) => backlog?.resolved],
  [t('Target missed'), ({ missed }) => missed?.missed],
  [t('Answered'), ({ ai }) => ai?.answered],
  [t('Asked back'), ({ ai }) => ai?.askedBack],
  [t('Handed off'), ({ ai }) => ai?.handedOver],
  [t('Helpful'), ({ ai }) => ai?.helpful],
  [t('Unhelpful'), ({ ai }) => ai?.unhelpful],
  [t('Orders'), ({ sales }) => sales?.orders],
  [
    t('Amount'),
    ({ sales }) => sales?.amounts.map(({ amount, currencyCode }) => `${amount} ${currencyCode}`).join(' + '),
  ],
]

/** Saves what the page shows: all its tables and charts in one file, row by row. */
export function saveReport(
  report: Report,
  ai: AiReport,
  sales: SalesReport | null,
  { days, span, nameOf }: { days: Day[]; span: Days; nameOf: (memberId: string) => string },
): void {
  const byDay = new Map(report.days.map((day) => [day.key, day]))
  const backlog = new Map(report.backlog?.map((day) => [day.key, day]))
  const groups = (table: string, of: ReportGroup[], name = (key: string) => key): Row[] =>
    of.map((figures) => ({ table, key: name(figures.key), figures }))
  const rows: Row[] = [
    { table: t('All'), key: '', figures: report.total, ai: ai.total, ...(sales && { sales: sales.total }) },
    ...days.map(({ key }) => ({ table: t('By day'), key, figures: byDay.get(key), backlog: backlog.get(key) })),
    ...groups(t('By weekday (1 is Monday) and hour'), report.hours),
    ...groups(t('By member'), report.members, nameOf),
    ...groups(t('By channel'), report.channels, (key) => CHANNELS[key] ?? key),
    ...groups(t('By tag'), report.tags),
    ...groups(t('By topic'), report.topics, topicWords),
    ...report.targets.map((missed) => ({ table: t('Reply-time targets'), key: TARGETS[missed.kind], missed })),
    ...groups(t('Ratings'), report.ratings),
    ...ai.topics.map(({ topic, ...figures }) => ({
      table: t('AI agent, by topic'),
      key: topicWords(topic),
      ai: figures,
    })),
    ...ai.reasons.map(({ reason, count }) => ({
      table: t('Why it handed off'),
      key: reasonWords(reason),
      ai: { handedOver: count },
    })),
    ...(sales
      ? [
          { table: t('Orders after conversations'), key: t('AI agent'), sales: sales.aiAgent },
          ...sales.members.map((one) => ({ table: t('Orders by member'), key: nameOf(one.key), sales: one })),
          ...sales.campaigns.map((one) => ({ table: t('Orders by campaign'), key: one.key, sales: one })),
        ]
      : []),
  ]
  const lines = rows.map((row) => COLUMNS.map(([, read]) => read(row) ?? null))
  download(`reports-${span.first}-${span.last}.csv`, toCsv([COLUMNS.map(([title]) => title), ...lines]))
}

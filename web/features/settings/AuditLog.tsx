import { useInfiniteQuery } from '@tanstack/react-query'
import { auditLogCsvAddress, auditLogQuery } from '../../api/store/audit-log.ts'
import { useMembers } from '../../api/team/team.ts'
import { t } from '../../base/texts.ts'
import { moment } from '../../base/time.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Form } from '../../ui/Form.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { detailsOf, titleOf } from './audit-words.ts'

/** Names of actors that are not members. */
const ACTORS: Record<string, string> = {
  operator: t('Parley administrator'),
  api_key: t('An API key'),
  assistant: t('An assistant'),
  ai_agent: t('The AI agent'),
  subscription: t('A webhook’s own secret'),
  platform: t('The shop'),
}

/** Saves the entries of some days as a file. */
function SaveAsCsv() {
  const today = new Date()
  const day = (ago: number) => new Date(today.getTime() - ago * DAY_MS).toISOString().slice(0, 10)
  return (
    <Form
      className="form row-form"
      onSave={async (form) => {
        const to = new Date(Date.parse(form('to')) + DAY_MS).toISOString() // the last day is in it
        location.assign(auditLogCsvAddress({ from: new Date(form('from')).toISOString(), to }))
        return true
      }}
    >
      <label>
        {t('From')}
        <input type="date" name="from" defaultValue={day(30)} max={day(0)} required />
      </label>
      <label>
        {t('Until')}
        <input type="date" name="to" defaultValue={day(0)} required />
      </label>
      <Button type="submit">{t('Save as CSV')}</Button>
    </Form>
  )
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Log of the store's changes and their authors. */
export default function AuditLog() {
  const members = useMembers()
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(auditLogQuery)
  const nameOf = (id: string) => members.find((member) => member.id === id)?.fullName
  const entries = data?.pages.flatMap((page) => page.data)
  return (
    <Card title={t('Changes')} about={t('Settings, team, credentials, privacy and deletion; newest first.')}>
      <SaveAsCsv />
      {(!entries || error) && <Loading error={error} onRetry={entries ? fetchNextPage : refetch} />}
      {entries?.length === 0 && <p className="none">{t('Nothing yet.')}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <ul className="lines" tabIndex={0}>
        {entries?.map((entry) => (
          <li key={entry.id}>
            <div>
              <strong>{titleOf(entry, nameOf)}</strong>
              <p className="about">
                {ACTORS[entry.actor] ?? nameOf(entry.memberId ?? '') ?? entry.memberId} · {moment(entry.at)}
              </p>
              {detailsOf(entry).map((line) => (
                <p key={line} className="about">
                  {line}
                </p>
              ))}
            </div>
          </li>
        ))}
      </ul>
      {hasNextPage && <Button onClick={() => void fetchNextPage()}>{t('Earlier')}</Button>}
    </Card>
  )
}

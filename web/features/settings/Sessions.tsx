import { useQuery } from '@tanstack/react-query'
import { endOtherSessions, endSession, sessionsQuery } from '../../api/account.ts'
import { t } from '../../base/texts.ts'
import { moment } from '../../base/time.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { attempt } from '../../ui/forms.ts'
import { Loading } from '../../ui/Loading.tsx'

/** Where the member is signed in; each session can be ended. */
export function Sessions() {
  const { data: sessions, error, refetch } = useQuery(sessionsQuery)
  if (!sessions) return <Loading error={error} onRetry={refetch} />
  return (
    <Card title={t('Where you are signed in')}>
      <ul className="lines">
        {sessions.map((session) => (
          <li key={session.id}>
            <div>
              <strong>{browserOf(session.userAgent)}</strong>
              <p className="about">
                {session.ipAddress} ·{' '}
                {session.isCurrent ? t('this session') : t('last seen {0}', moment(session.lastSeenAt))}
              </p>
            </div>
            {!session.isCurrent && (
              <Button onClick={() => void attempt(() => endSession(session.id), t('Session ended'))}>{t('End')}</Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button onClick={() => void attempt(() => endOtherSessions(), t('All others ended'))}>
          {t('End all others')}
        </Button>
      )}
    </Card>
  )
}

function browserOf(userAgent: string): string {
  const browser = /Edg\/|OPR\/|Firefox\/|Chrome\/|Safari\//.exec(userAgent)?.[0]?.slice(0, -1) ?? 'Unknown program'
  const name = { Edg: 'Edge', OPR: 'Opera' }[browser] ?? browser
  const system = /iPhone|iPad|Android|Windows|Mac OS|Linux/.exec(userAgent)?.[0]
  return system ? `${name} on ${system}` : name
}

import { useQuery } from '@tanstack/react-query'
import { endOtherSessions, endSession, sessionsQuery } from '../../api/account.ts'
import type { Session } from '../../api/records.ts'
import { t } from '../../base/texts.ts'
import { moment } from '../../base/time.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { attempt } from '../../ui/forms.ts'
import { Loading } from '../../ui/Loading.tsx'
import { browserOf } from './browser-of.ts'

const WAYS: Record<Session['signedInBy'], string> = {
  password: t('by password'),
  link: t('by a link'),
  recovery: t('by a link'),
  single_sign_on: t('by single sign-on'),
  passkey: t('by passkey'),
}

/** The member's sessions; each can be ended. */
export function Sessions() {
  const { data: sessions, error, refetch } = useQuery(sessionsQuery)
  if (!sessions) return <Loading error={error} onRetry={refetch} />
  return (
    <Card title={t('Where you are signed in')} about={t('End what you do not know, then change your password.')}>
      <ul className="lines">
        {sessions.map((session) => (
          <li key={session.id}>
            <div>
              <strong>{browserOf(session.userAgent)}</strong>
              <p className="about">
                {session.ipAddress} · {WAYS[session.signedInBy]} ·{' '}
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
        <Button onClick={() => void attempt(() => endOtherSessions(), t('All other sessions ended'))}>
          {t('End all others')}
        </Button>
      )}
    </Card>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { WebhookNotice } from '../../../api/records.ts'
import { webhookNoticesQuery } from '../../../api/webhook-notices.ts'
import { Link, pathTo } from '../../../base/router.ts'
import { t } from '../../../base/texts.ts'
import { IconButton } from '../../../ui/Button.tsx'
import './webhook-notices.css'

const DISMISSED_KEY = 'parley-dismissed-webhook-notices'

/** The key of a dismissed notice: a subscription that is disabled later, or fails later, has another one. */
const keyOf = ({ id, state, since }: WebhookNotice) => `${id} ${state} ${since}`

const readDismissed = (): string[] => localStorage.getItem(DISMISSED_KEY)?.split('\n') ?? []

/** Tells admins above the list which webhooks fail or were disabled, until they are healthy again. */
export default function WebhookNotices() {
  const { data: notices = [] } = useQuery(webhookNoticesQuery)
  const [dismissed, setDismissed] = useState(readDismissed)
  const dismiss = (notice: WebhookNotice) => {
    // Keys that are no longer listed are dropped.
    const next = [...notices.map(keyOf).filter((key) => dismissed.includes(key)), keyOf(notice)]
    localStorage.setItem(DISMISSED_KEY, next.join('\n'))
    setDismissed(next)
  }
  const shown = notices.filter((notice) => !dismissed.includes(keyOf(notice)))
  return (
    <div role="status">
      {shown.map((notice) => (
        <div key={keyOf(notice)} className="webhook-notice">
          <p>
            {notice.state === 'disabled'
              ? t('The webhook to {0} was disabled because its deliveries failed.', notice.host)
              : t(
                  'Deliveries of the webhook to {0} keep failing. It will be disabled if this goes on.',
                  notice.host,
                )}{' '}
            <Link href={`${pathTo('settings', 'webhooks')}#webhook-${notice.id}`}>{t('Open the webhook')}</Link>
          </p>
          <IconButton icon="close" label={t('Dismiss')} onClick={() => dismiss(notice)} />
        </div>
      ))}
    </div>
  )
}

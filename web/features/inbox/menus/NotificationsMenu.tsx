import { markNotificationsRead, useNotifications } from '../../../api/notifications.ts'
import { go } from '../../../base/router.ts'
import { t } from '../../../base/texts.ts'
import { ago } from '../../../base/time.ts'
import { describe, pathOfNotification } from '../../../live/notifications-feed.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Picker } from '../../../ui/Picker.tsx'
import { complain } from '../../../ui/toast.tsx'

const ICONS = {
  mention: 'note',
  assignment: 'user',
  return: 'clock',
  held: 'clock',
  missed: 'clock',
  approval: 'bot',
} as const

/** The member's notifications, newest first; choosing one opens its conversation. */
export default function NotificationsMenu({ onClose }: { onClose: () => void }) {
  const list = useNotifications()
  const byId = new Map(list.map((one) => [one.id, one]))
  const isAllRead = list.every(({ isRead }) => isRead)
  return (
    <Picker
      label={t('Notifications')}
      placeholder={t('Mentions, and conversations assigned to you…')}
      choices={list.map((one) => ({
        id: one.id,
        label: describe(one),
        also: one.contactName ?? '',
        hint: ago(one.createdAt),
        icon: <Icon name={ICONS[one.kind]} />,
        ...(one.isRead ? {} : { mark: 'new' }),
      }))}
      none={t('Nothing yet.')}
      onPick={({ id }) => {
        const one = byId.get(id)
        if (one) go(pathOfNotification(one))
      }}
      onClose={onClose}
      footer={
        <p className="picker-foot">
          <Button kind="quiet" disabled={isAllRead} onClick={() => void markNotificationsRead().catch(complain)}>
            {t('Mark all as read')}
          </Button>
        </p>
      }
    />
  )
}

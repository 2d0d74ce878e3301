import { useQueries } from '@tanstack/react-query'
import { markNotificationsRead, markReadOf, notificationsOf, useNotifications } from '../../../api/notifications.ts'
import { reload } from '../../../api/queries.ts'
import type { BrowserStore, Notification } from '../../../api/records.ts'
import { membersOf } from '../../../api/team/team.ts'
import { go } from '../../../base/router.ts'
import { useStore } from '../../../base/store.ts'
import { t } from '../../../base/texts.ts'
import { ago } from '../../../base/time.ts'
import { loadOtherStores } from '../../../live/load-other-stores.ts'
import { describe, pathOfNotification } from '../../../live/notifications-feed.ts'
import { stores } from '../../../live/stores.ts'
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

/** The member's notifications in all stores of the browser, newest first; choosing one opens its conversation there. */
export default function NotificationsMenu({ onClose }: { onClose: () => void }) {
  const own = useNotifications()
  const others = useStore(stores, (state) => state.others).filter(({ unread }) => unread !== null)
  const lists = useQueries({ queries: others.map(({ shopId }) => notificationsOf(shopId)) })
  const teams = useQueries({ queries: others.map(({ shopId }) => membersOf(shopId)) })
  const elsewhere = others.flatMap((store, i) =>
    (lists[i]?.data ?? []).map((one) => ({ one, store, members: teams[i]?.data ?? [] })),
  )
  const here = own.map((one) => ({ one, store: null, members: undefined }))
  const list = [...here, ...elsewhere].sort((a, b) => (a.one.createdAt < b.one.createdAt ? 1 : -1))
  const byId = new Map(list.map((line) => [idOf(line), line]))
  const isAllRead = list.every(({ one }) => one.isRead)
  const readAll = async () => {
    await Promise.all([markNotificationsRead(), ...others.map(({ shopId }) => markReadOf(shopId))])
    await reload('notifications of')
  }
  return (
    <Picker
      label={t('Notifications')}
      placeholder={t('Mentions, and conversations assigned to you…')}
      choices={list.map((line) => ({
        id: idOf(line),
        label: describe(line.one, line.members),
        also: `${line.one.contactName ?? ''} ${line.store?.name ?? ''}`,
        hint: line.store ? `${line.store.name} · ${ago(line.one.createdAt)}` : ago(line.one.createdAt),
        icon: <Icon name={ICONS[line.one.kind]} />,
        ...(line.one.isRead ? {} : { mark: 'new' }),
      }))}
      none={t('Nothing yet.')}
      onPick={({ id }) => {
        const line = byId.get(id)
        if (!line) return
        const path = pathOfNotification(line.one)
        const { store } = line
        if (store) void loadOtherStores().then(({ switchTo }) => switchTo(store, path))
        else go(path)
      }}
      onClose={onClose}
      footer={
        <p className="picker-foot">
          <Button kind="quiet" disabled={isAllRead} onClick={() => void readAll().catch(complain)}>
            {t('Mark all as read')}
          </Button>
        </p>
      }
    />
  )
}

/** Two stores may have notifications of one ID. */
const idOf = ({ one, store }: { one: Notification; store: BrowserStore | null }) => `${store?.shopId ?? ''} ${one.id}`

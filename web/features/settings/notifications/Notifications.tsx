import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { changePushRules, pushQuery } from '../../../api/notifications.ts'
import { useStore } from '../../../base/store.ts'
import { t } from '../../../base/texts.ts'
import { canNotify, doesNotify, setNotify } from '../../../live/notifications.ts'
import { inbox } from '../../../live/state.ts'
import { Card } from '../../../ui/Card.tsx'
import { attempt } from '../../../ui/forms.ts'
import { Loading } from '../../../ui/Loading.tsx'
import { Toggle } from '../../../ui/Toggle.tsx'
import { AwayChoices } from './AwayChoices.tsx'
import { Browsers } from './Browsers.tsx'
import { MissedTargets } from './MissedTargets.tsx'

/** How and when members are notified; and, for admins, what notifications may show. */
export default function Notifications() {
  const isAdmin = useStore(inbox, (state) => state.me.member.role === 'admin')
  const { data: push, error, refetch } = useQuery(pushQuery)
  const [notifies, setNotifies] = useState(doesNotify)
  return (
    <>
      {push ? <Browsers push={push} /> : <Loading error={error} onRetry={refetch} />}
      <AwayChoices />
      <MissedTargets />
      {canNotify() && (
        <Card title={t('While the inbox is open')}>
          <Toggle
            label={t('On this computer')}
            about={t(
              'While this page is in the background: a customer wrote to you or in an unassigned conversation, or a colleague mentioned you or assigned you a conversation.',
            )}
            isOn={notifies}
            onChange={(isOn) => void setNotify(isOn).then(setNotifies)}
          />
        </Card>
      )}
      {isAdmin && push && (
        <Card title={t('In the whole store')}>
          <Toggle
            label={t('Hide the text')}
            about={t('Browser notifications show neither the message nor the customer’s name, for the whole team.')}
            isOn={push.hidesText}
            onChange={(hidesText) => void attempt(() => changePushRules({ hidesText }), t('Saved'))}
          />
        </Card>
      )}
    </>
  )
}

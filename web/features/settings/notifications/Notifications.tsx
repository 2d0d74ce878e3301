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

/** Where and when members are told of what concerns them; and, for admins, what of it may be shown. */
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
              'While you look elsewhere: a customer wrote to you or to nobody yet, a colleague mentioned you or gave you a conversation.',
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
            about={t('Notifications on browsers show neither what was said nor the customer’s name, for everybody.')}
            isOn={push.hidesText}
            onChange={(hidesText) => void attempt(() => changePushRules({ hidesText }), t('Saved'))}
          />
        </Card>
      )}
    </>
  )
}

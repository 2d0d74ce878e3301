import { useQuery } from '@tanstack/react-query'
import { changeMailChoice, mailChoiceQuery } from '../../../api/notifications.ts'
import { t } from '../../../base/texts.ts'
import { Card } from '../../../ui/Card.tsx'
import { attempt } from '../../../ui/forms.ts'
import { Toggle } from '../../../ui/Toggle.tsx'

/** Whether a member is told of missed targets where nobody has the conversation, too. */
export function MissedTargets() {
  const { data } = useQuery(mailChoiceQuery)
  if (!data) return null // the choices above say that they could not be loaded
  const { isMailed: _, ...choice } = data
  return (
    <Card title={t('Missed reply-time targets')}>
      <Toggle
        label={t('Also where nobody has the conversation')}
        about={t('You are always told of your own. A team’s are told to those of its members who are not away.')}
        isOn={choice.unassignedMissed}
        onChange={(unassignedMissed) =>
          void attempt(() => changeMailChoice({ ...choice, unassignedMissed }), t('Saved'))
        }
      />
    </Card>
  )
}

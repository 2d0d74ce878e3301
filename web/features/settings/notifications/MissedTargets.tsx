import { useQuery } from '@tanstack/react-query'
import { changeMailChoice, mailChoiceQuery } from '../../../api/notifications.ts'
import { t } from '../../../base/texts.ts'
import { Card } from '../../../ui/Card.tsx'
import { attempt } from '../../../ui/forms.ts'
import { Toggle } from '../../../ui/Toggle.tsx'

/** Whether a member is also notified of missed targets of unassigned conversations. */
export function MissedTargets() {
  const { data } = useQuery(mailChoiceQuery)
  if (!data) return null // the choices above say that they could not be loaded
  const { isMailed: _, ...choice } = data
  return (
    <Card title={t('Missed reply-time targets')}>
      <Toggle
        label={t('Also for unassigned conversations')}
        about={t(
          'You are always notified of your own. This adds missed targets and, if you chose all activity, waiting customers where nobody is assigned. For a team’s conversations, only its members who are not away are notified.',
        )}
        isOn={choice.unassignedMissed}
        onChange={(unassignedMissed) =>
          void attempt(() => changeMailChoice({ ...choice, unassignedMissed }), t('Saved'))
        }
      />
    </Card>
  )
}

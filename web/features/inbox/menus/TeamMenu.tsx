import { useTeams } from '../../../api/team/teams.ts'
import { useStore } from '../../../base/store.ts'
import { t } from '../../../base/texts.ts'
import { assignTeam } from '../../../live/conversation-actions.ts'
import { inbox } from '../../../live/state.ts'
import { Picker } from '../../../ui/Picker.tsx'
import type { MenuProps } from './asking.ts'
import { teamChoices, teamOf } from './team-choices.tsx'

/** Which team the conversations are given to. */
export function TeamMenu({ asking: { ids }, onAsk }: MenuProps) {
  const teams = useTeams()
  const current = useStore(inbox, ({ conversations }) => ids.map((id) => conversations[id]?.team).find(Boolean))
  const choices = teamChoices(teams, current).map(({ mark: _, ...choice }) => choice)
  return (
    <Picker
      label={t('Assign to a team')}
      placeholder={t('Assign to a team…')}
      choices={choices}
      none={t('There are no teams yet')}
      onPick={({ id }) => void assignTeam(ids, teamOf(id) ?? null)}
      onClose={() => onAsk(null)}
    />
  )
}

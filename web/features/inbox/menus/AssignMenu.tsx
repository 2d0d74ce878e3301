import { useMembers } from '../../../api/team/team.ts'
import { useTeams } from '../../../api/team/teams.ts'
import { useStore } from '../../../base/store.ts'
import { t } from '../../../base/texts.ts'
import { assignTeam, assignTo } from '../../../live/conversation-actions.ts'
import { inbox, myId } from '../../../live/state.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import type { Choice } from '../../../ui/choices.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { Picker } from '../../../ui/Picker.tsx'
import type { MenuProps } from './asking.ts'
import { teamChoices, teamOf } from './team-choices.tsx'

const NOBODY = 'nobody'

/** Which member the conversations are assigned to, oneself first; or the team that they are given to. */
export function AssignMenu({ asking: { ids }, onAsk }: MenuProps) {
  const members = useMembers()
  const present = useStore(inbox, (state) => state.present)
  const current = useStore(inbox, (state) =>
    ids.length === 1 ? state.conversations[ids[0] as string]?.memberId : undefined,
  )
  const teams = useTeams()
  const currentTeam = useStore(inbox, (state) =>
    ids.length === 1 ? state.conversations[ids[0] as string]?.team : undefined,
  )
  const sorted = members
    .filter(({ active }) => active)
    .sort((a, b) => Number(b.id === myId()) - Number(a.id === myId()))
  const choices: Choice[] = [
    ...sorted.map((member) => ({
      id: member.id,
      label: member.id === myId() ? t('{0} (you)', member.fullName) : member.fullName,
      also: member.email,
      icon: <Avatar name={member.fullName} url={member.avatarUrl} size={20} online={present.includes(member.id)} />,
      isOn: member.id === current,
    })),
    { id: NOBODY, label: t('Nobody'), also: 'unassign', icon: <Icon name="close" /> },
    ...teamChoices(teams, currentTeam),
  ]
  return (
    <Picker
      label={t('Assign to')}
      placeholder={t('Assign to…')}
      choices={choices}
      onPick={({ id }) => {
        const team = teamOf(id)
        if (team === undefined) void assignTo(ids, id === NOBODY ? null : id)
        else void assignTeam(ids, team)
      }}
      onClose={() => onAsk(null)}
    />
  )
}

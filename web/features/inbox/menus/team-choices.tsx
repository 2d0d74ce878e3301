import type { StoreTeam } from '../../../api/records.ts'
import { t } from '../../../base/texts.ts'
import { TeamMark } from '../../../ui/Avatar.tsx'
import type { Choice } from '../../../ui/choices.ts'
import { Icon } from '../../../ui/Icon.tsx'

const OF_TEAM = 'team:'

/** Teams to choose from and, where there is a current one, none. */
export function teamChoices(teams: StoreTeam[], current: string | undefined): Choice[] {
  const choices: Choice[] = teams.map(({ id, name, emoji }) => ({
    id: OF_TEAM + id,
    label: name,
    also: t('Team'),
    icon: <TeamMark emoji={emoji} size={20} />,
    mark: t('team'),
    isOn: id === current,
  }))
  const none = { id: OF_TEAM, label: t('No team'), icon: <Icon name="close" /> }
  return current === undefined ? choices : [...choices, none]
}

/** The team of a choice, null for none; undefined where it is about none. */
export function teamOf(choice: string): string | null | undefined {
  if (!choice.startsWith(OF_TEAM)) return undefined
  return choice.slice(OF_TEAM.length) || null
}

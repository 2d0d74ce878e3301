import type { Priority } from '../../../api/records.ts'
import { useStore } from '../../../base/store.ts'
import { t } from '../../../base/texts.ts'
import { setPriority } from '../../../live/conversation-actions.ts'
import { PRIORITIES } from '../../../live/priorities.ts'
import { inbox } from '../../../live/state.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { Picker } from '../../../ui/Picker.tsx'
import type { MenuProps } from './asking.ts'

/** How urgent the conversations are. */
export function PriorityMenu({ asking: { ids }, onAsk }: MenuProps) {
  const current = useStore(inbox, ({ conversations }) =>
    ids.length === 1 ? (conversations[ids[0] as string]?.priority ?? 'normal') : undefined,
  )
  const choices = Object.entries(PRIORITIES).map(([id, label]) => ({
    id,
    label,
    icon: <Icon name="flag" />,
    isOn: id === current,
  }))
  return (
    <Picker
      label={t('Priority')}
      placeholder={t('How urgent…')}
      choices={choices}
      onPick={({ id }) => void setPriority(ids, id as Priority)}
      onClose={() => onAsk(null)}
    />
  )
}

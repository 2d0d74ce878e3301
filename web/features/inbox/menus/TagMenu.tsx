import { useTags } from '../../../api/details.ts'
import { useStore } from '../../../base/store.ts'
import { t } from '../../../base/texts.ts'
import { setTag } from '../../../live/conversation-actions.ts'
import { inbox } from '../../../live/state.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { Picker } from '../../../ui/Picker.tsx'
import type { MenuProps } from './asking.ts'

/** Tags of the conversations: picking one puts it on, or takes it off where all have it. */
export function TagMenu({ asking: { ids }, onAsk }: MenuProps) {
  const tags = useTags()
  const conversations = useStore(inbox, (state) => state.conversations)
  const hasAll = (tag: string) => ids.every((id) => conversations[id]?.tags.includes(tag))
  return (
    <Picker
      label={t('Tags')}
      placeholder={t('Add or remove a tag…')}
      choices={tags.map((tag) => ({ id: tag, label: tag, icon: <Icon name="tag" />, isOn: hasAll(tag) }))}
      none={t('None yet.')}
      onPick={({ id: tag }) => void setTag(ids, tag, !hasAll(tag))}
      onNew={(tag) => void setTag(ids, tag, true)}
      onClose={() => onAsk(null)}
      keepOpen
    />
  )
}

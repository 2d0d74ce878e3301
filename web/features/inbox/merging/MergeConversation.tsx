import { useQuery } from '@tanstack/react-query'
import { contextQuery } from '../../../api/details.ts'
import { mergeConversations } from '../../../api/merging.ts'
import { go, pathTo } from '../../../base/router.ts'
import { useStore } from '../../../base/store.ts'
import { t } from '../../../base/texts.ts'
import { ago } from '../../../base/time.ts'
import { inbox } from '../../../live/state.ts'
import { CHANNELS } from '../../../live/views.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { Picker } from '../../../ui/Picker.tsx'
import { complain, toast } from '../../../ui/toast.tsx'
import { partConversations } from './undo-merge.ts'

/** Chooses the conversation of the same contact that one goes on in from now on, and goes there. */
export default function MergeConversation({ id, onClose }: { id: string; onClose: () => void }) {
  const contactId = useStore(inbox, (state) => state.conversations[id]?.customerUuid ?? null)
  const { data, error } = useQuery(contextQuery(id, contactId))
  const others = data?.related ?? []
  const merge = async (into: string) => {
    try {
      const done = await mergeConversations(id, into)
      go(pathTo('open', done.conversationId))
      toast(t('Conversations merged'), { undo: () => void partConversations(done.id) })
    } catch (reason) {
      complain(reason)
    }
  }
  const note = () => {
    if (error) return error.message
    if (!data) return t('Loading…')
    if (others.length === 0) return t('This contact has no other conversation.')
    return t('New messages go to the conversation you choose. This one is resolved and shown there.')
  }
  return (
    <Picker
      label={t('Merge into another conversation')}
      placeholder={t('Which conversation do you want to keep?')}
      choices={others.map((other) => ({
        id: other.id,
        label: other.lastMessage?.text || t('No messages'),
        hint: `${CHANNELS[other.channels[0] ?? ''] ?? t('Online store')} · ${ago(other.lastActive)}`,
        icon: <Icon name={other.status === 'open' ? 'inbox' : 'check'} />,
      }))}
      onPick={(choice) => void merge(choice.id)}
      onClose={onClose}
      footer={
        <p className="picker-foot" role={error ? 'alert' : 'status'}>
          {note()}
        </p>
      }
    />
  )
}

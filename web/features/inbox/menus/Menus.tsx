import { onDemand } from '../../../ui/on-demand.tsx'
import { ActMenu } from './ActMenu.tsx'
import { AssignMenu } from './AssignMenu.tsx'
import type { Asking, MenuProps } from './asking.ts'
import { PriorityMenu } from './PriorityMenu.tsx'
import { SnoozeMenu } from './SnoozeMenu.tsx'
import { TagMenu } from './TagMenu.tsx'
import { TeamMenu } from './TeamMenu.tsx'

const DeleteDialog = onDemand(() => import('./DeleteDialog.tsx'))
const MergeConversation = onDemand(() => import('../merging/MergeConversation.tsx'))
const MergeContact = onDemand(() => import('../merging/MergeContact.tsx'))

/** The menu that is open. */
export function Menus({ asking, ...rest }: Omit<MenuProps, 'asking'> & { asking: Asking }) {
  if (!('ids' in asking)) return null
  const props = { asking, ...rest }
  if (asking.what === 'assign') return <AssignMenu {...props} />
  if (asking.what === 'team') return <TeamMenu {...props} />
  if (asking.what === 'tag') return <TagMenu {...props} />
  if (asking.what === 'snooze') return <SnoozeMenu {...props} />
  if (asking.what === 'priority') return <PriorityMenu {...props} />
  if (asking.what === 'delete') return <DeleteDialog {...props} />
  if (asking.what === 'merge')
    return <MergeConversation id={asking.ids[0] as string} onClose={() => rest.onAsk(null)} />
  if (asking.what === 'merge-contact')
    return <MergeContact id={asking.ids[0] as string} onClose={() => rest.onAsk(null)} />
  return <ActMenu {...props} />
}

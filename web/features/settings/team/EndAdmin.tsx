import type { Team } from '../../../api/records.ts'
import { changeMember } from '../../../api/team/team.ts'
import { t } from '../../../base/texts.ts'
import { DialogForm } from '../../../ui/Dialog.tsx'
import { attempt } from '../../../ui/forms.ts'

/** How an admin stops being one: as a member, or out of the inbox. */
export interface EndOfAdmin {
  member: Team['members'][number]
  change: { role: 'member' } | { active: false }
}

/** Asks before an admin stops being one, and says what ends with it and which secrets stay valid. */
export function EndAdmin({ member, change, onClose }: EndOfAdmin & { onClose: () => void }) {
  const [title, label, done] =
    'role' in change
      ? [t('Change {0} to member', member.fullName), t('Change to member'), t('Role changed')]
      : [t('Deactivate {0}', member.fullName), t('Deactivate'), t('Deactivated')]
  return (
    <DialogForm
      title={title}
      label={label}
      onSave={() => attempt(() => changeMember(member.id, change), done)}
      onClose={onClose}
    >
      <p>
        {t(
          'Invitations and reset links that they created, and assistants that they allowed, stop working immediately.',
        )}
      </p>
      <p>
        {t('API keys, webhook secrets and identity secrets that they have seen stay valid. Replace them in Settings.')}
      </p>
    </DialogForm>
  )
}

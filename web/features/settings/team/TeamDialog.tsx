import { useState } from 'react'
import type { StoreTeam, TeamDraft } from '../../../api/records.ts'
import { useMembers } from '../../../api/team/team.ts'
import { addTeam, changeTeam } from '../../../api/team/teams.ts'
import { TEAMS_MAX } from '../../../base/limits.ts'
import { t } from '../../../base/texts.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { DialogForm } from '../../../ui/Dialog.tsx'
import { attempt } from '../../../ui/forms.ts'
import './team.css'

/** What is offered beside the field; any other emoji can be typed. */
const EMOJI = ['💬', '🛍️', '📦', '💳', '🔧', '⭐', '🌍', '🚚']

const EXPLAINED: Record<TeamDraft['assignment'], string> = {
  by_hand: t('Members pick conversations from the team’s list, or colleagues assign them.'),
  in_turn: t(
    'In turn to members who have the inbox open, are not away and are below their limit. If no one is available, the conversation waits.',
  ),
  by_load: t(
    'To the member with the fewest open conversations who has the inbox open, is not away and is below their limit. If no one is available, the conversation waits.',
  ),
}

/** Makes a team, or changes one. */
export function TeamDialog({ team, onClose }: { team: StoreTeam | undefined; onClose: () => void }) {
  const members = useMembers()
  const [emoji, setEmoji] = useState(team?.emoji ?? '')
  const [assignment, setAssignment] = useState<TeamDraft['assignment']>(team?.assignment ?? 'by_hand')
  const shown = members.filter(({ id, active }) => active || team?.memberIds.includes(id))

  const save = (form: (name: string) => string, data: FormData) => {
    const chosen = data.getAll('member').map(String)
    const draft: TeamDraft = {
      name: form('name').trim(),
      emoji: emoji.trim(),
      // Current members keep their place in the team's order.
      memberIds: [...new Set([...(team?.memberIds ?? []).filter((id) => chosen.includes(id)), ...chosen])],
      assignment,
      receivesNew: data.has('receivesNew'),
      receivesHandoffs: data.has('receivesHandoffs'),
    }
    return attempt(() => (team ? changeTeam(team.id, draft) : addTeam(draft)), t('Saved'))
  }
  return (
    <DialogForm
      title={team ? t('Edit the team') : t('New team')}
      dialogClass="team-dialog"
      onSave={save}
      onClose={onClose}
    >
      <label>
        {t('Name')}
        <input
          name="name"
          required
          maxLength={TEAMS_MAX.name}
          defaultValue={team?.name}
          // biome-ignore lint/a11y/noAutofocus: the first field of a dialog
          autoFocus
        />
      </label>
      <fieldset className="team-emoji">
        <legend>{t('Emoji')}</legend>
        {EMOJI.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={emoji === one}
            aria-label={t('Emoji {0}', one)}
            onClick={() => setEmoji(emoji === one ? '' : one)}
          >
            {one}
          </button>
        ))}
        <input
          aria-label={t('Another emoji')}
          placeholder={t('Other')}
          maxLength={TEAMS_MAX.emoji}
          value={emoji}
          onChange={({ target }) => setEmoji(target.value)}
        />
      </fieldset>
      <fieldset className="team-members">
        <legend>{t('Members')}</legend>
        <div>
          {shown.map(({ id, fullName, avatarUrl }) => (
            <label key={id}>
              <input type="checkbox" name="member" value={id} defaultChecked={team?.memberIds.includes(id) ?? false} />
              <Avatar name={fullName} url={avatarUrl} size={20} />
              <span>{fullName}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <label>
        {t('How conversations are assigned to members')}
        <select value={assignment} onChange={({ target }) => setAssignment(target.value as TeamDraft['assignment'])}>
          <option value="by_hand">{t('Manually')}</option>
          <option value="in_turn">{t('Round robin')}</option>
          <option value="by_load">{t('To the member with the fewest open conversations')}</option>
        </select>
      </label>
      <p className="about team-explained" aria-live="polite">
        {EXPLAINED[assignment]}
      </p>
      <label className="check">
        <input type="checkbox" name="receivesNew" defaultChecked={team?.receivesNew ?? false} />
        <span>{t('New conversations come here')}</span>
      </label>
      <label className="check">
        <input type="checkbox" name="receivesHandoffs" defaultChecked={team?.receivesHandoffs ?? false} />
        <span>{t('AI agent handoffs come here')}</span>
      </label>
      <p className="about">{t('Each of the two goes to one team at most: choosing it here takes it from another.')}</p>
    </DialogForm>
  )
}

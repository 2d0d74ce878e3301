import { type FormEvent, useState } from 'react'
import type { StoreTeam, TeamDraft } from '../../../api/records.ts'
import { useMembers } from '../../../api/team/team.ts'
import { addTeam, changeTeam } from '../../../api/team/teams.ts'
import { TEAMS_MAX } from '../../../base/limits.ts'
import { t } from '../../../base/texts.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { Dialog, DialogFoot } from '../../../ui/Dialog.tsx'
import { attempt } from '../../../ui/forms.ts'
import './team.css'

/** What is offered beside the field; any other emoji can be typed. */
const EMOJI = ['💬', '🛍️', '📦', '💳', '🔧', '⭐', '🌍', '🚚']

const EXPLAINED: Record<TeamDraft['assignment'], string> = {
  by_hand: t('Members take conversations from the team’s list, or are given them by colleagues.'),
  in_turn: t(
    'To one member after the other who has the inbox open, is not away and has room. If nobody is free, it waits.',
  ),
  by_load: t(
    'To who has the fewest open, of those who have the inbox open, are not away and have room. If nobody is free, it waits.',
  ),
}

/** Makes a team, or changes one. */
export function TeamDialog({ team, onClose }: { team: StoreTeam | undefined; onClose: () => void }) {
  const members = useMembers()
  const [isBusy, setBusy] = useState(false)
  const [emoji, setEmoji] = useState(team?.emoji ?? '')
  const [assignment, setAssignment] = useState<TeamDraft['assignment']>(team?.assignment ?? 'by_hand')
  const title = team ? t('Edit the team') : t('New team')
  const shown = members.filter(({ id, active }) => active || team?.memberIds.includes(id))

  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const chosen = form.getAll('member').map(String)
    const draft: TeamDraft = {
      name: String(form.get('name')).trim(),
      emoji: emoji.trim(),
      // Those who are of it already keep their place in its turns.
      memberIds: [...new Set([...(team?.memberIds ?? []).filter((id) => chosen.includes(id)), ...chosen])],
      assignment,
      takesNew: form.has('takesNew'),
      takesHandOvers: form.has('takesHandOvers'),
    }
    setBusy(true)
    const isDone = await attempt(() => (team ? changeTeam(team.id, draft) : addTeam(draft)), t('Saved'))
    setBusy(false)
    if (isDone) onClose()
  }
  return (
    <Dialog label={title} onClose={onClose} className="ask team-dialog">
      <h2>{title}</h2>
      <form className="form" onSubmit={(event) => void save(event)}>
        <label>
          {t('Name')}
          <input name="name" required maxLength={TEAMS_MAX.name} defaultValue={team?.name} autoFocus />
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
                <input
                  type="checkbox"
                  name="member"
                  value={id}
                  defaultChecked={team?.memberIds.includes(id) ?? false}
                />
                <Avatar name={fullName} url={avatarUrl} size={20} />
                <span>{fullName}</span>
              </label>
            ))}
          </div>
        </fieldset>
        <label>
          {t('How conversations get to members')}
          <select value={assignment} onChange={({ target }) => setAssignment(target.value as TeamDraft['assignment'])}>
            <option value="by_hand">{t('By hand')}</option>
            <option value="in_turn">{t('In turn')}</option>
            <option value="by_load">{t('To who has the fewest open')}</option>
          </select>
        </label>
        <p className="about team-explained" aria-live="polite">
          {EXPLAINED[assignment]}
        </p>
        <label className="check">
          <input type="checkbox" name="takesNew" defaultChecked={team?.takesNew ?? false} />
          <span>{t('New conversations come here')}</span>
        </label>
        <label className="check">
          <input type="checkbox" name="takesHandOvers" defaultChecked={team?.takesHandOvers ?? false} />
          <span>{t('What the AI agent hands over comes here')}</span>
        </label>
        <p className="about">
          {t('Each of the two goes to one team at most: choosing it here takes it from another.')}
        </p>
        <DialogFoot label={t('Save')} isBusy={isBusy} onClose={onClose} />
      </form>
    </Dialog>
  )
}

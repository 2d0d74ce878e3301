import { type FormEvent, useState } from 'react'
import type { Team } from '../../../api/records.ts'
import { LANGUAGES, setSkills } from '../../../api/team/teams.ts'
import { TEAMS_MAX } from '../../../base/limits.ts'
import { t } from '../../../base/texts.ts'
import { languageName } from '../../../ui/ai-agent/words.ts'
import { Dialog, DialogFoot } from '../../../ui/Dialog.tsx'
import { attempt } from '../../../ui/forms.ts'
import './team.css'

type TeamMember = Team['members'][number]

/** How many conversations a member is given at most, and which languages they speak with customers. */
export function SkillsDialog({ member, onClose }: { member: TeamMember; onClose: () => void }) {
  const [isBusy, setBusy] = useState(false)
  const title = t('What {0} takes on', member.fullName)
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const most = Number(form.get('capacity'))
    const skills = { capacity: most > 0 ? most : null, languages: form.getAll('language').map(String) }
    setBusy(true)
    const isDone = await attempt(() => setSkills(member.id, skills), t('Saved'))
    setBusy(false)
    if (isDone) onClose()
  }
  return (
    <Dialog label={title} onClose={onClose} className="ask team-dialog">
      <h2>{title}</h2>
      <form className="form" onSubmit={(event) => void save(event)}>
        <label>
          {t('Open conversations at once, at most')}
          <input
            name="capacity"
            type="number"
            min={1}
            max={TEAMS_MAX.capacity}
            placeholder={t('Any number')}
            defaultValue={member.capacity ?? ''}
            autoFocus
          />
        </label>
        <p className="about">
          {t('Teams and rules give no more than that; what members take or give by hand is not limited.')}
        </p>
        <fieldset className="team-members">
          <legend>{t('Languages')}</legend>
          <div>
            {LANGUAGES.map((language) => (
              <label key={language}>
                <input
                  type="checkbox"
                  name="language"
                  value={language}
                  defaultChecked={member.languages.includes(language)}
                />
                <span>{languageName(language)}</span>
              </label>
            ))}
          </div>
        </fieldset>
        <p className="about">
          {t('Teams that give out in turn or by load first look for who speaks the customer’s language.')}
        </p>
        <DialogFoot label={t('Save')} isBusy={isBusy} onClose={onClose} />
      </form>
    </Dialog>
  )
}

/** 5 at most · German, English; empty where nothing was set. */
export function skillsWords({ capacity, languages }: TeamMember): string {
  return [capacity !== null && t('{0} at once at most', capacity), languages.map(languageName).join(', ')]
    .filter(Boolean)
    .join(' · ')
}

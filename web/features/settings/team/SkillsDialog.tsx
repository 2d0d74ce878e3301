import type { Team } from '../../../api/records.ts'
import { LANGUAGES, setSkills } from '../../../api/team/teams.ts'
import { TEAMS_MAX } from '../../../base/limits.ts'
import { t } from '../../../base/texts.ts'
import { languageName } from '../../../ui/ai-agent/words.ts'
import { DialogForm } from '../../../ui/Dialog.tsx'
import { attempt } from '../../../ui/forms.ts'
import './team.css'

type TeamMember = Team['members'][number]

/** How many conversations a member is given at most, and which languages they speak with customers. */
export function SkillsDialog({ member, onClose }: { member: TeamMember; onClose: () => void }) {
  return (
    <DialogForm
      title={t('Capacity and languages of {0}', member.fullName)}
      dialogClass="team-dialog"
      onSave={(form, data) => {
        const most = Number(form('capacity'))
        const skills = { capacity: most > 0 ? most : null, languages: data.getAll('language').map(String) }
        return attempt(() => setSkills(member.id, skills), t('Saved'))
      }}
      onClose={onClose}
    >
      <label>
        {t('Maximum open conversations at a time')}
        <input
          name="capacity"
          type="number"
          min={1}
          max={TEAMS_MAX.capacity}
          placeholder={t('Any number')}
          defaultValue={member.capacity ?? ''}
          // biome-ignore lint/a11y/noAutofocus: the first field of a dialog
          autoFocus
        />
      </label>
      <p className="about">{t('Teams and rules do not assign more than that. Manual assignment is not limited.')}</p>
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
        {t('Teams that assign round robin or by load first look for members who speak the customer’s language.')}
      </p>
    </DialogForm>
  )
}

/** 5 at most · German, English; empty where nothing was set. */
export function skillsWords({ capacity, languages }: TeamMember): string {
  return [capacity !== null && t('Up to {0} at a time', capacity), languages.map(languageName).join(', ')]
    .filter(Boolean)
    .join(' · ')
}

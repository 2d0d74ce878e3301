import type { GuidanceDraft } from '../../../../api/records.ts'
import { useTeams } from '../../../../api/team/teams.ts'
import { GUIDANCE_MAX } from '../../../../base/limits.ts'
import { t } from '../../../../base/texts.ts'

type HandOff = GuidanceDraft['handOff']

/** When guidance hands off beside its step, to whom, and with which note. */
export function HandOffFields({ handOff, onChange }: { handOff: HandOff; onChange: (handOff: HandOff) => void }) {
  const teams = useTeams()
  const { words, instruction, teamId, note } = handOff
  return (
    <fieldset className="condition-lines">
      <legend>{t('When to hand off')}</legend>
      <label className="guidance-wide">
        {t('Words that hand off at once, one per line')}
        <textarea
          rows={2}
          value={words.join('\n')}
          onChange={({ target }) => onChange({ ...handOff, words: target.value.split('\n') })}
          onBlur={() => onChange({ ...handOff, words: words.map((word) => word.trim()).filter(Boolean) })}
        />
      </label>
      <label className="guidance-wide">
        {t('When a language model is to hand off')}
        <textarea
          rows={2}
          maxLength={GUIDANCE_MAX.instruction}
          value={instruction}
          onChange={({ target }) => onChange({ ...handOff, instruction: target.value })}
        />
      </label>
      <label>
        {t('Hand off to')}
        <select
          value={teamId ?? ''}
          onChange={({ target }) => onChange({ ...handOff, teamId: target.value === '' ? null : target.value })}
        >
          <option value="">{t('Anyone')}</option>
          {teams.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label className="guidance-wide">
        {t('Internal note for the team')}
        <textarea
          rows={2}
          maxLength={GUIDANCE_MAX.note}
          value={note}
          onChange={({ target }) => onChange({ ...handOff, note: target.value })}
        />
      </label>
    </fieldset>
  )
}

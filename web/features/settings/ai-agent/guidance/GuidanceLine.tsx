import { changeGuidance, removeGuidance } from '../../../../api/guidance.ts'
import type { GuidanceRecord } from '../../../../api/records.ts'
import { Link } from '../../../../base/router.ts'
import { t } from '../../../../base/texts.ts'
import { Button } from '../../../../ui/Button.tsx'
import { ConfirmButton } from '../../../../ui/ConfirmButton.tsx'
import { attempt } from '../../../../ui/forms.ts'
import { Toggle } from '../../../../ui/Toggle.tsx'
import { pathToPlayground, pathToTrial } from '../playground-path.ts'
import { conditionWords } from './condition-words.ts'
import { situationWords, stepWords } from './guidance-words.ts'

interface Props {
  guidance: GuidanceRecord
  /** From 1. */
  place: number
  count: number
  onMove: (by: 1 | -1) => void
  onEdit: () => void
}

/** Guidance in the list: what it is about and does, in words, its switch and its place. */
export function GuidanceLine({ guidance, place, count, onMove, onEdit }: Props) {
  const { id, name, isOn, phrases, match, conditions, questions, steps, handOff } = guidance
  return (
    <li aria-label={name}>
      <Toggle
        label={`${place}. ${name}`}
        isOn={isOn}
        onChange={(next) => void attempt(() => changeGuidance(id, { isOn: next }))}
      />
      <dl className="guidance-words">
        <dt>{t('When')}</dt>
        <dd>{situationWords(guidance)}</dd>
        {conditions.length > 0 && (
          <>
            <dt>{t('Only if')}</dt>
            <dd>
              {conditions.length > 1 && `${match === 'all' ? t('All conditions') : t('Any condition')}: `}
              {conditions.map(conditionWords).join(' · ')}
            </dd>
          </>
        )}
        {questions.length > 0 && (
          <>
            <dt>{t('What to ask')}</dt>
            <dd>{questions.map(({ text }) => text.text).join(' · ')}</dd>
          </>
        )}
        <dt>{t('What to do')}</dt>
        <dd>{steps.map((step) => stepWords(step, handOff)).join(' · ')}</dd>
      </dl>
      <div className="acts">
        <Button id={`edit-${id}`} onClick={onEdit}>
          {t('Edit')}
        </Button>
        <Link className="button" href={phrases[0] ? pathToTrial(phrases[0]) : pathToPlayground()}>
          {t('Try it in the playground')}
        </Link>
        <Button id={`up-${id}`} disabled={place === 1} onClick={() => onMove(-1)}>
          {t('Move up')}
        </Button>
        <Button id={`down-${id}`} disabled={place === count} onClick={() => onMove(1)}>
          {t('Move down')}
        </Button>
        <ConfirmButton
          label={t('Delete')}
          question={t('Delete it?')}
          onConfirm={() => attempt(() => removeGuidance(id), t('Deleted'))}
        />
      </div>
    </li>
  )
}

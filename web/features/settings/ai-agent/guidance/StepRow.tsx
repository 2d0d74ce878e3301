import { useState } from 'react'
import type { GuidanceStep, Language } from '../../../../api/records.ts'
import { GUIDANCE_MAX } from '../../../../base/limits.ts'
import { t } from '../../../../base/texts.ts'
import { Button, IconButton } from '../../../../ui/Button.tsx'
import { Texts } from '../../../../ui/conditions/ValuesField.tsx'
import { ArticlePicker } from '../ArticlePicker.tsx'
import { ActionField } from './ActionField.tsx'
import { STEPS } from './guidance-words.ts'
import { LocalisedField } from './LocalisedField.tsx'

interface Props {
  step: GuidanceStep
  language: Language
  onChange: (step: GuidanceStep) => void
  onRemove: () => void
}

/** What each step begins with. */
const BEGINNINGS: Record<GuidanceStep['do'], GuidanceStep> = {
  say: { do: 'say', text: { text: '' } },
  article: { do: 'article', articleId: '' },
  answer: { do: 'answer', instruction: '' },
  action: { do: 'action', actionId: '', values: {} },
  tag: { do: 'tag', tags: [] },
  hand_off: { do: 'hand_off' },
}

/** One step: what is done, and with what. */
export function StepRow({ step, language, onChange, onRemove }: Props) {
  const { text, articleId, instruction, tags } = step
  return (
    <li className="guidance-row">
      <select
        aria-label={t('Step')}
        value={step.do}
        onChange={({ target }) => onChange(BEGINNINGS[target.value as GuidanceStep['do']])}
      >
        {Object.entries(STEPS).map(([key, label]) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </select>
      {text && (
        <LocalisedField
          label={t('Text for the customer')}
          value={text}
          language={language}
          max={GUIDANCE_MAX.text}
          onChange={(next) => onChange({ ...step, text: next })}
        />
      )}
      {articleId !== undefined && <ArticleField id={articleId} onPick={(id) => onChange({ ...step, articleId: id })} />}
      {instruction !== undefined && (
        <textarea
          aria-label={t('Instruction for a language model')}
          placeholder={t('Instruction for a language model')}
          rows={2}
          required
          maxLength={GUIDANCE_MAX.instruction}
          value={instruction}
          onChange={({ target }) => onChange({ ...step, instruction: target.value })}
        />
      )}
      {step.do === 'action' && <ActionField step={step} onChange={onChange} />}
      {tags && (
        <Texts
          label={t('Tags')}
          placeholder={t('vip, wholesale')}
          values={tags}
          onChange={(next) => onChange({ ...step, tags: next })}
        />
      )}
      {step.do === 'hand_off' && <p className="about">{t('As “When to hand off” says below.')}</p>}
      <IconButton icon="close" label={t('Remove this step')} onClick={onRemove} />
    </li>
  )
}

function ArticleField({ id, onPick }: { id: string; onPick: (id: string) => void }) {
  const [isPicking, setPicking] = useState(false)
  const [title, setTitle] = useState<string | null>(null)
  return (
    <div className="localised">
      {id !== '' && <p className="about">{title ?? t('An article is chosen.')}</p>}
      <Button onClick={() => setPicking(true)}>
        {id === '' ? t('Choose an article') : t('Choose another article')}
      </Button>
      {isPicking && (
        <ArticlePicker
          onPick={(picked) => {
            onPick(picked.id)
            setTitle(picked.label)
            setPicking(false)
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </div>
  )
}

import { useState } from 'react'
import type { Store } from '../../../api/records.ts'
import type { SettingsChange } from '../../../api/store/settings.ts'
import { AI_AGENT_MAX } from '../../../base/limits.ts'
import { t } from '../../../base/texts.ts'
import { percent, surenessWords } from '../../../ui/ai-agent/words.ts'
import { Button } from '../../../ui/Button.tsx'
import { Form } from '../../../ui/Form.tsx'
import { linesOf } from '../../../ui/forms.ts'
import { TryButton } from './TryButton.tsx'

interface Props {
  ai: Store['settings']['ai']
  onSave: (change: NonNullable<SettingsChange['ai']>) => Promise<boolean>
}

/** When a person takes over: how sure the AI agent must be, how many answers it gives in a row, and what it leaves alone. */
export function HandOverForm({ ai, onSave }: Props) {
  const [sureness, setSureness] = useState(ai.minConfidence)
  const changeOf = (form: (name: string) => string) => ({
    minConfidence: sureness,
    maxTurns: Number(form('maxTurns')),
    handOffTopics: linesOf(form('topics')),
  })
  return (
    <Form draft="handoff" onSave={(form) => onSave(changeOf(form))}>
      <label>
        {t('Required confidence')}
        <input
          type="range"
          className="sureness"
          min={0}
          max={1}
          step={0.05}
          value={sureness}
          aria-valuetext={`${percent(sureness)}. ${surenessWords(sureness)}`}
          onChange={({ target }) => setSureness(Number(target.value))}
        />
      </label>
      <p className="about" aria-hidden="true">
        <strong>{percent(sureness)}</strong> · {surenessWords(sureness)}
      </p>
      <label>
        {t('Most answers in a row')}
        <input name="maxTurns" type="number" min={1} max={AI_AGENT_MAX.turns} defaultValue={ai.maxTurns} required />
      </label>
      <p className="about">{t('After this many answers in a row, the conversation goes to the team.')}</p>
      <label>
        {t('Handoff topics')}
        <textarea
          name="topics"
          rows={4}
          defaultValue={ai.handOffTopics.join('\n')}
          placeholder={'warranty\nwedding order'}
        />
      </label>
      <p className="about">
        {t(
          'A message that contains one of these words goes straight to the team. One per line, up to {0}, {1} characters each.',
          AI_AGENT_MAX.topics,
          AI_AGENT_MAX.topic,
        )}
      </p>
      <div className="acts">
        <Button type="submit">{t('Save')}</Button>
        <TryButton changeOf={(form) => ({ ai: changeOf(form) })} />
      </div>
    </Form>
  )
}

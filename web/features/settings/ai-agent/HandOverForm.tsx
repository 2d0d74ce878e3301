import { useState } from 'react'
import type { Store } from '../../../api/records.ts'
import type { SettingsChange } from '../../../api/store/settings.ts'
import { AI_AGENT_MAX } from '../../../base/limits.ts'
import { t } from '../../../base/texts.ts'
import { percent, surenessWords } from '../../../ui/ai-agent/words.ts'
import { Button } from '../../../ui/Button.tsx'
import { fields } from '../../../ui/forms.ts'

interface Props {
  ai: Store['settings']['ai']
  onSave: (change: NonNullable<SettingsChange['ai']>) => unknown
}

/** When a person takes over: how sure the AI agent must be, how many answers it gives in a row, and what it leaves alone. */
export function HandOverForm({ ai, onSave }: Props) {
  const [sureness, setSureness] = useState(ai.minConfidence)
  return (
    <form
      className="form"
      onSubmit={(event) => {
        const form = fields(event)
        const topics = form('topics').split('\n')
        void onSave({
          minConfidence: sureness,
          maxTurns: Number(form('maxTurns')),
          handOffTopics: topics.map((topic) => topic.trim()).filter(Boolean),
        })
      }}
    >
      <label>
        {t('How sure it must be of an answer')}
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
      <p className="about">{t('After so many answers without a person, the team gets the conversation.')}</p>
      <label>
        {t('Hand-over topics')}
        <textarea
          name="topics"
          rows={4}
          defaultValue={ai.handOffTopics.join('\n')}
          placeholder={'warranty\nwedding order'}
        />
      </label>
      <p className="about">
        {t(
          'A message with one of these words goes to the team at once. One a line, up to {0} of {1} characters.',
          AI_AGENT_MAX.topics,
          AI_AGENT_MAX.topic,
        )}
      </p>
      <Button type="submit">{t('Save')}</Button>
    </form>
  )
}

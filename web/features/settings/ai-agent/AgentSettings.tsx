import { useQuery } from '@tanstack/react-query'
import { changeStore, type SettingsChange, storeQuery } from '../../../api/store/settings.ts'
import { AI_AGENT_MAX } from '../../../base/limits.ts'
import { t } from '../../../base/texts.ts'
import { CHANNELS } from '../../../live/views.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Form } from '../../../ui/Form.tsx'
import { attempt } from '../../../ui/forms.ts'
import { Loading } from '../../../ui/Loading.tsx'
import { Toggle } from '../../../ui/Toggle.tsx'
import { Abilities } from './Abilities.tsx'
import { HandOverForm } from './HandOverForm.tsx'
import { OrderActions } from './OrderActions.tsx'
import { TryButton } from './TryButton.tsx'

type AiSettings = NonNullable<SettingsChange['ai']>

/** Whether and where the AI agent answers, how, and when it leaves a conversation to the team. */
export function AgentSettings() {
  const { data: store, error, refetch } = useQuery(storeQuery)
  if (!store) return <Loading error={error} onRetry={refetch} />
  const { ai } = store.settings
  const save = (change: AiSettings) => attempt(() => changeStore({ settings: { ai: change } }), t('Saved'))
  return (
    <>
      <Card title={t('AI agent')}>
        <Toggle
          label={t('Answers new conversations')}
          about={t('When it is off, new conversations go straight to the team. Try it in the playground first.')}
          isOn={ai.enabled}
          onChange={(enabled) => void save({ enabled })}
        />
        <fieldset className="events">
          <legend>{t('On these channels')}</legend>
          {Object.entries(CHANNELS).map(([channel, title]) => (
            <label key={channel}>
              <input
                type="checkbox"
                checked={ai.channels.some((one) => one === channel)}
                onChange={({ target }) => {
                  const others = ai.channels.filter((one) => one !== channel)
                  void save({
                    channels: target.checked ? [...others, channel as (typeof ai.channels)[number]] : others,
                  })
                }}
              />
              {title}
            </label>
          ))}
        </fieldset>
        {ai.enabled && ai.channels.length === 0 && (
          <p className="form-error">{t('Without a channel it does not answer anywhere.')}</p>
        )}
      </Card>
      <Card title={t('Name and tone')}>
        <Form
          draft="ai-agent"
          onSave={(form) => save({ name: form('name').trim(), instructions: form('instructions') })}
        >
          <label>
            {t('Display name for customers')}
            <input name="name" defaultValue={ai.name} maxLength={AI_AGENT_MAX.name} pattern=".*\S.*" required />
          </label>
          <label>
            {t('Instructions')}
            <textarea
              name="instructions"
              rows={4}
              defaultValue={ai.instructions}
              maxLength={AI_AGENT_MAX.instructions}
              placeholder={t('We are informal. Never promise a delivery date.')}
            />
          </label>
          <p className="about">
            {t(
              'Instructions are for a language model, where this service has one. Without one the AI agent answers in the words of your articles.',
            )}
          </p>
          <div className="acts">
            <Button type="submit">{t('Save')}</Button>
            <TryButton changeOf={(form) => ({ ai: { instructions: form('instructions') } })} />
          </div>
        </Form>
      </Card>
      <Card title={t('When it hands off')} about={t('A customer who asks for a person always gets one.')}>
        <HandOverForm ai={ai} onSave={save} />
      </Card>
      <Card title={t('Assistants')}>
        <Toggle
          label={t('Assistants leave conversations to the team')}
          about={t('After a member replies, assistants that are connected by MCP can no longer write to the customer.')}
          isOn={ai.assistantsYield}
          onChange={(assistantsYield) => void save({ assistantsYield })}
        />
      </Card>
      <OrderActions actions={ai.orderActions} onSave={save} />
      <Abilities store={store} onSave={save} />
    </>
  )
}

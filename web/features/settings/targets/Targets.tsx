import { useQuery } from '@tanstack/react-query'
import type { Priority, ReplyTargets, TargetKind, Widget } from '../../../api/records.ts'
import { storeQuery } from '../../../api/store/settings.ts'
import { setTargets, targetsQuery } from '../../../api/team/targets.ts'
import { TARGET_MINUTES_MAX } from '../../../base/limits.ts'
import { Link, pathTo } from '../../../base/router.ts'
import { t } from '../../../base/texts.ts'
import { PRIORITIES } from '../../../live/priorities.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Form } from '../../../ui/Form.tsx'
import { useDraftState } from '../../../ui/form-drafts.ts'
import { useAttempt } from '../../../ui/forms.ts'
import { Loading } from '../../../ui/Loading.tsx'
import { Toggle } from '../../../ui/Toggle.tsx'
import { SpanField } from '../DurationField.tsx'
import './targets.css'

const KINDS: Record<TargetKind, { title: string; about: string }> = {
  first_reply: { title: t('First reply'), about: t('From the first message or the AI agent’s handoff.') },
  next_reply: { title: t('Next replies'), about: t('From the first message that waits for an answer.') },
  resolve: { title: t('To resolve'), about: t('From the start or the last reopening, excluding snoozed time.') },
}
const PRIORITIES_IN_ORDER = Object.keys(PRIORITIES) as Priority[]
const KINDS_IN_ORDER = Object.keys(KINDS) as TargetKind[]

/** How soon the store wants to answer its customers and resolve their conversations, by priority. */
export default function Targets() {
  const { data, error, refetch } = useQuery(targetsQuery)
  const { data: store } = useQuery(storeQuery)
  if (!data) return <Loading error={error} onRetry={refetch} />
  const widget = store?.settings.widget as Partial<Widget> | undefined
  return (
    <TargetsForm key={JSON.stringify(data)} saved={data} hasHours={widget ? !!widget.hours?.open.length : undefined} />
  )
}

function TargetsForm({ saved, hasHours }: { saved: ReplyTargets; hasHours: boolean | undefined }) {
  const [draft, setDraft, forget] = useDraftState('targets', saved)
  const { isBusy, attempt } = useAttempt()
  const { targets, inHours } = draft
  const set = (priority: Priority, kind: TargetKind, minutes: number | null) =>
    setDraft({ ...draft, targets: { ...targets, [priority]: { ...targets[priority], [kind]: minutes } } })
  return (
    <Form className="" onSave={() => attempt(() => setTargets(draft).then(forget), t('Saved'))}>
      <Card
        title={t('Targets')}
        about={t(
          'Conversations show the time left until the next target, and the Due view lists the most urgent first. Leave empty for no target.',
        )}
      >
        <div className="targets-scroll">
          <table className="targets">
            <thead>
              <tr>
                <th scope="col">{t('Priority')}</th>
                {KINDS_IN_ORDER.map((kind) => (
                  <th scope="col" key={kind}>
                    {KINDS[kind].title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {PRIORITIES_IN_ORDER.map((priority) => (
                <tr key={priority}>
                  <th scope="row">{PRIORITIES[priority]}</th>
                  {KINDS_IN_ORDER.map((kind) => (
                    <td key={kind} data-label={KINDS[kind].title}>
                      <SpanField
                        label={t('{0}, {1}', PRIORITIES[priority], KINDS[kind].title)}
                        minutes={targets[priority][kind] ?? 0}
                        max={TARGET_MINUTES_MAX}
                        isOptional
                        onChange={(minutes) => set(priority, kind, minutes || null)}
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <dl className="targets-about">
          {KINDS_IN_ORDER.map((kind) => (
            <div key={kind}>
              <dt>{KINDS[kind].title}</dt>
              <dd>{KINDS[kind].about}</dd>
            </div>
          ))}
        </dl>
        <Toggle
          label={t('Only opening hours count')}
          about={t('Nights, weekends and closed days stop the clocks.')}
          isOn={inHours}
          onChange={(isOn) => setDraft({ ...draft, inHours: isOn })}
        />
        <p className="about">
          {hasHours === false && `${t('The store has no opening hours yet, so all time counts.')} `}
          <Link href={pathTo('settings', 'widget')}>{t('Set opening hours and closed days')}</Link>
        </p>
        <p className="targets-foot">
          <Button type="submit" kind="primary" disabled={isBusy || JSON.stringify(draft) === JSON.stringify(saved)}>
            {t('Save')}
          </Button>
        </p>
      </Card>
    </Form>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Priority, ReplyTargets, TargetKind, Widget } from '../../../api/records.ts'
import { storeQuery } from '../../../api/store/settings.ts'
import { setTargets, targetsQuery } from '../../../api/team/targets.ts'
import { TARGET_MINUTES_MAX } from '../../../base/limits.ts'
import { Link, pathTo } from '../../../base/router.ts'
import { t } from '../../../base/texts.ts'
import { PRIORITIES } from '../../../live/priorities.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { attempt } from '../../../ui/forms.ts'
import { Loading } from '../../../ui/Loading.tsx'
import { Toggle } from '../../../ui/Toggle.tsx'
import { SpanField } from '../SpanField.tsx'
import './targets.css'

const KINDS: Record<TargetKind, { title: string; about: string }> = {
  first_reply: { title: t('First reply'), about: t('From the first message, or the hand-over by the AI agent.') },
  next_reply: { title: t('Next replies'), about: t('From the first message that waits for an answer.') },
  resolve: { title: t('To resolve'), about: t('From the beginning or the reopening, without the time it is snoozed.') },
}
const PRIORITIES_IN_ORDER = Object.keys(PRIORITIES) as Priority[]
const KINDS_IN_ORDER = Object.keys(KINDS) as TargetKind[]

/** How soon the store wants to answer its customers and resolve their conversations, by priority. */
export default function Targets() {
  const { data, error, refetch } = useQuery(targetsQuery)
  const { data: store } = useQuery(storeQuery)
  if (!data) return <Loading error={error} onRetry={refetch} />
  const widget = store?.settings.widget as Partial<Widget> | undefined
  return <Form key={JSON.stringify(data)} saved={data} hasHours={widget ? !!widget.hours?.open.length : undefined} />
}

function Form({ saved, hasHours }: { saved: ReplyTargets; hasHours: boolean | undefined }) {
  const [draft, setDraft] = useState(saved)
  const [isBusy, setBusy] = useState(false)
  const { targets, inHours } = draft
  const set = (priority: Priority, kind: TargetKind, minutes: number | null) =>
    setDraft({ ...draft, targets: { ...targets, [priority]: { ...targets[priority], [kind]: minutes } } })
  const save = async () => {
    setBusy(true)
    await attempt(() => setTargets(draft), t('Saved'))
    setBusy(false)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Card
        title={t('Targets')}
        about={t(
          'Conversations show a clock until the next one is missed, and stand in Due with what is most urgent first. Empty: no target.',
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
          {hasHours === false && `${t('The store has none yet, so all time counts.')} `}
          <Link href={pathTo('settings', 'widget')}>{t('Set opening hours and closed days')}</Link>
        </p>
        <p className="targets-foot">
          <Button type="submit" kind="primary" disabled={isBusy || JSON.stringify(draft) === JSON.stringify(saved)}>
            {t('Save')}
          </Button>
        </p>
      </Card>
    </form>
  )
}

import { useState } from 'react'
import { SNOOZE_MAX_MS } from '../../../base/limits.ts'
import { snoozeTimes, toField } from '../../../base/snooze-times.ts'
import { useStore } from '../../../base/store.ts'
import { t } from '../../../base/texts.ts'
import { comingTime } from '../../../base/time.ts'
import { inbox } from '../../../live/state.ts'
import type { Choice } from '../../../ui/choices.ts'
import { Dialog, DialogFoot } from '../../../ui/Dialog.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Picker } from '../../../ui/Picker.tsx'
import type { MenuProps } from './asking.ts'

const OWN = 'own'
const END = 'end'

/** Until when the conversations are put aside: usual times, or one of the member's own. */
export function SnoozeMenu({ asking: { ids }, onAsk, onSnooze }: MenuProps) {
  const [isOwn, setOwn] = useState(false)
  const isAside = useStore(inbox, ({ conversations }) =>
    ids.some((id) => conversations[id]?.snoozedUntil || conversations[id]?.returnedAt),
  )
  const snooze = (until: Date | null) => {
    onAsk(null)
    onSnooze(ids, until)
  }
  if (isOwn) return <OwnTime onPick={snooze} onClose={() => onAsk(null)} />
  const { laterToday, tomorrow, nextWeek } = snoozeTimes(new Date())
  const times: [string, Date | null][] = [
    [t('Later today'), laterToday],
    [t('Tomorrow morning'), tomorrow],
    [t('Next week'), nextWeek],
  ]
  const choices: Choice[] = times.flatMap(([label, time]) =>
    time ? [{ id: time.toISOString(), label, hint: comingTime(time.toISOString()), icon: <Icon name="clock" /> }] : [],
  )
  choices.push({ id: OWN, label: t('A date and time…'), icon: <Icon name="edit" /> })
  if (isAside) choices.push({ id: END, label: t('Unsnooze'), also: 'unsnooze', icon: <Icon name="reopen" /> })
  return (
    <Picker
      label={t('Snooze')}
      placeholder={t('Until when, or until the customer writes…')}
      choices={choices}
      onPick={({ id }) => {
        if (id === OWN) setOwn(true)
        else snooze(id === END ? null : new Date(id))
      }}
      onClose={() => onAsk(null)}
      keepOpen
    />
  )
}

const MINUTE_MS = 60_000

function OwnTime({ onPick, onClose }: { onPick: (until: Date) => void; onClose: () => void }) {
  const now = Date.now()
  return (
    <Dialog label={t('Snooze until')} onClose={onClose} className="ask">
      <h2>{t('Snooze until')}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onPick(new Date(String(new FormData(event.currentTarget).get('until'))))
        }}
      >
        <label className="field">
          <span>{t('Date and time, on your clock')}</span>
          <input
            type="datetime-local"
            name="until"
            required
            defaultValue={toField(snoozeTimes(new Date()).tomorrow)}
            min={toField(new Date(now + MINUTE_MS))}
            max={toField(new Date(now + SNOOZE_MAX_MS - MINUTE_MS))}
            autoFocus
          />
        </label>
        <DialogFoot label={t('Snooze')} onClose={onClose} />
      </form>
    </Dialog>
  )
}

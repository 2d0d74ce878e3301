import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Segment, SegmentCondition } from '../../api/records.ts'
import { addSegment, changeSegment, removeSegment, segmentTrialQuery } from '../../api/segments.ts'
import { SEGMENTS_MAX } from '../../base/limits.ts'
import { t } from '../../base/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import { DialogForm } from '../../ui/Dialog.tsx'
import '../../ui/conditions/conditions.css'
import { attempt } from '../../ui/forms.ts'
import { useRested } from '../../ui/useDebouncedValue.ts'
import { ConditionFields } from './ConditionFields.tsx'
import { countWords, isWhole, nameOf, newCondition } from './words.ts'

/** What is edited rests this long before it is counted. */
const REST_MS = 400

interface Props {
  /** Undefined for a new one. */
  segment: Segment | undefined
  onClose: () => void
  onSaved: (id: string) => void
  onRemoved: () => void
}

let lastKey = 0
const keyed = (condition: SegmentCondition) => ({ key: ++lastKey, condition })

/** Makes a segment, or changes one: its name, and the conditions that all hold for its contacts, who are counted meanwhile. */
export default function SegmentDialog({ segment, onClose, onSaved, onRemoved }: Props) {
  const [rows, setRows] = useState(() => (segment?.conditions ?? [newCondition('orders')]).map(keyed))
  const [name, setName] = useState(segment?.name ?? '')
  const conditions = rows.map(({ condition }) => condition)

  const save = () =>
    attempt(async () => {
      const draft = { name: name.trim(), conditions }
      onSaved((await (segment ? changeSegment(segment.id, draft) : addSegment(draft))).id)
    }, t('Segment saved'))
  const remove = async (id: string) => {
    if (!(await attempt(() => removeSegment(id), t('Segment deleted')))) return
    onClose()
    onRemoved()
  }
  return (
    <DialogForm
      title={segment ? t('Edit the segment') : t('New segment')}
      dialogClass="segment-dialog"
      className=""
      onSave={save}
      onClose={onClose}
      foot={
        <>
          {segment && (
            <ConfirmButton label={t('Delete')} question={t('For everybody?')} onConfirm={() => remove(segment.id)} />
          )}
          <span className="grow" />
        </>
      }
    >
      <label>
        {t('Name')}
        <input
          required
          maxLength={SEGMENTS_MAX.name}
          value={name}
          onChange={({ target }) => setName(target.value)}
          // biome-ignore lint/a11y/noAutofocus: the first field of a dialog
          autoFocus
        />
      </label>
      <fieldset className="condition-lines">
        <legend>{t('All conditions')}</legend>
        <ul>
          {rows.map(({ key, condition }) => (
            <ConditionFields
              key={key}
              condition={condition}
              onChange={(next) => setRows(rows.map((row) => (row.key === key ? { key, condition: next } : row)))}
              onRemove={rows.length > 1 ? () => setRows(rows.filter((row) => row.key !== key)) : undefined}
            />
          ))}
        </ul>
        <Button
          icon="plus"
          disabled={rows.length >= SEGMENTS_MAX.conditions}
          onClick={() => setRows([...rows, keyed(newCondition('wrote'))])}
        >
          {t('Add a condition')}
        </Button>
      </fieldset>
      <Trial conditions={conditions} />
    </DialogForm>
  )
}

/** How many contacts the conditions hold for, and the newest few of them. */
function Trial({ conditions }: { conditions: SegmentCondition[] }) {
  const rested = useRested(JSON.stringify(conditions), REST_MS)
  const asked = JSON.parse(rested) as SegmentCondition[]
  const isReady = asked.every(isWhole)
  const { data, error, isFetching } = useQuery({
    ...segmentTrialQuery(asked),
    enabled: isReady,
    placeholderData: keepPreviousData,
  })
  if (!isReady)
    return (
      <p className="segment-trial" role="status">
        {t('Fill in the conditions to preview matching contacts.')}
      </p>
    )
  if (error)
    return (
      <p className="segment-trial form-error" role="alert">
        {error.message}
      </p>
    )
  return (
    <p className="segment-trial" role="status" aria-busy={isFetching}>
      {data ? (
        <>
          <strong>{t('{0} contact|{0} contacts', countWords(data))}</strong>
          {data.contacts.length > 0 && <span>{data.contacts.map(nameOf).join(', ')}</span>}
        </>
      ) : (
        t('Counting…')
      )}
    </p>
  )
}

import { useRef, useState } from 'react'
import type { CustomAction } from '../../../../api/records.ts'
import { CUSTOM_ACTION_MAX } from '../../../../base/limits.ts'
import { t } from '../../../../base/texts.ts'
import { Button, IconButton } from '../../../../ui/Button.tsx'
import { TYPES } from './words.ts'

type Parameter = CustomAction['parameters'][number]

/** Parameters that are edited; each row keeps its own number while others go. */
export function useParameters(given: Parameter[]) {
  const next = useRef(given.length)
  const [rows, setRows] = useState(given.map((parameter, row) => ({ row, parameter })))
  return {
    rows,
    add: () =>
      setRows([
        ...rows,
        { row: next.current++, parameter: { name: '', type: 'string', description: '', required: true } as Parameter },
      ]),
    remove: (row: number) => setRows(rows.filter((one) => one.row !== row)),
  }
}

/** The parameters as they were entered. */
export const parametersIn = (data: FormData, rows: { row: number }[]): Parameter[] =>
  rows.map(({ row }) => ({
    name: String(data.get(`name-${row}`)).trim(),
    type: data.get(`type-${row}`) as Parameter['type'],
    description: String(data.get(`description-${row}`)).trim(),
    required: data.has(`required-${row}`),
  }))

/** What the AI agent, or a member, has to say when the action runs. */
export function ParameterRows({ rows, add, remove }: ReturnType<typeof useParameters>) {
  return (
    <fieldset className="parameters">
      <legend>{t('Parameters')}</legend>
      {rows.map(({ row, parameter: { name, type, description, required } }, at) => (
        <fieldset key={row} className="parameter" aria-label={t('Parameter {0}', at + 1)}>
          <label>
            {t('Name')}
            <input
              name={`name-${row}`}
              defaultValue={name}
              maxLength={CUSTOM_ACTION_MAX.parameterName}
              pattern="[A-Za-z][A-Za-z0-9_]*"
              placeholder="size"
              required
            />
          </label>
          <label>
            {t('Type')}
            <select name={`type-${row}`} defaultValue={type}>
              {Object.entries(TYPES).map(([key, words]) => (
                <option key={key} value={key}>
                  {words}
                </option>
              ))}
            </select>
          </label>
          <label>
            {t('Description')}
            <input
              name={`description-${row}`}
              defaultValue={description}
              maxLength={CUSTOM_ACTION_MAX.parameterDescription}
              pattern=".*\S.*"
              required
            />
          </label>
          <label className="check">
            <input type="checkbox" name={`required-${row}`} defaultChecked={required} /> {t('Required')}
          </label>
          <IconButton icon="close" label={t('Remove parameter {0}', at + 1)} onClick={() => remove(row)} />
        </fieldset>
      ))}
      <Button icon="plus" kind="quiet" disabled={rows.length >= CUSTOM_ACTION_MAX.parameters} onClick={add}>
        {t('Add parameter')}
      </Button>
    </fieldset>
  )
}

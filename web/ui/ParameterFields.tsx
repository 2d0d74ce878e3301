import { CUSTOM_ACTION_VALUE_MAX } from '../base/limits.ts'

/** A value that an action is called with. */
interface Parameter {
  name: string
  type: 'string' | 'number' | 'boolean'
  description: string
  required: boolean
}

/** A field for each parameter of an action. */
export function ParameterFields({ parameters }: { parameters: Parameter[] }) {
  return parameters.map(({ name, type, description, required }) =>
    type === 'boolean' ? (
      <label key={name} className="check">
        <input type="checkbox" name={`value:${name}`} /> {description}
      </label>
    ) : (
      <label key={name}>
        {description}
        <input
          name={`value:${name}`}
          type={type === 'number' ? 'number' : 'text'}
          step="any"
          maxLength={CUSTOM_ACTION_VALUE_MAX}
          required={required}
          dir="auto"
        />
      </label>
    ),
  )
}

/** The values that were entered, as the service takes them; empty ones are left out. */
export function valuesIn(data: FormData, parameters: Parameter[]): Record<string, string | number | boolean> {
  return Object.fromEntries(
    parameters.flatMap(({ name, type }): [string, string | number | boolean][] => {
      const entered = String(data.get(`value:${name}`) ?? '').trim()
      if (type === 'boolean') return [[name, data.has(`value:${name}`)]]
      if (entered === '') return []
      return [[name, type === 'number' ? Number(entered) : entered]]
    }),
  )
}

import { t } from '../../base/texts.ts'

/** The events that an endpoint can receive, as checkboxes named `events`. */
export function EventChoices({ known, chosen }: { known: string[]; chosen: string[] }) {
  return (
    <fieldset className="events">
      <legend>{t('Events')}</legend>
      {known.map((name) => (
        <label key={name}>
          <input type="checkbox" name="events" value={name} defaultChecked={chosen.includes(name)} />
          {name}
        </label>
      ))}
    </fieldset>
  )
}

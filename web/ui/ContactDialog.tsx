import { CONTACT_NOTE_MAX, PERSON_EMAIL_MAX, PERSON_NAME_MAX, PERSON_PHONE_MAX } from '../base/limits.ts'
import { t } from '../base/texts.ts'
import { DialogForm } from './Dialog.tsx'
import { linesOf } from './forms.ts'

interface Fields {
  name: string | null
  email: string | null
  phone: string | null
  note: string | null
  tags: string[] | null
  customAttributes: Record<string, string> | null
}

interface Props {
  /** Undefined for a new contact. */
  contact?: Fields & { platformId?: string | null }
  onSave: (fields: Fields) => Promise<boolean>
  onClose: () => void
}

/** What members write of a contact. */
export default function ContactDialog({ contact, onSave, onClose }: Props) {
  return (
    <DialogForm
      title={contact ? t('Edit the contact') : t('New contact')}
      onSave={(form) => onSave(fieldsFrom(form))}
      onClose={onClose}
    >
      {contact?.platformId && (
        <p className="about">{t('Your shop knows this customer: its next change replaces name, email and phone.')}</p>
      )}
      <label>
        {t('Name')}
        {/* biome-ignore lint/a11y/noAutofocus: the first field of a dialog */}
        <input name="name" defaultValue={contact?.name ?? ''} maxLength={PERSON_NAME_MAX} autoFocus />
      </label>
      <label>
        {t('Email')}
        <input name="email" type="email" defaultValue={contact?.email ?? ''} maxLength={PERSON_EMAIL_MAX} />
      </label>
      <label>
        {t('Phone')}
        <input name="phone" type="tel" defaultValue={contact?.phone ?? ''} maxLength={PERSON_PHONE_MAX} />
      </label>
      <label>
        {t('Note')}
        <textarea name="note" rows={3} defaultValue={contact?.note ?? ''} maxLength={CONTACT_NOTE_MAX} />
      </label>
      <label>
        {t('Tags, one per line')}
        <textarea name="tags" rows={2} defaultValue={contact?.tags?.join('\n')} />
      </label>
      <label>
        {t('Custom attributes, one per line: name: value')}
        <textarea
          name="attributes"
          rows={3}
          defaultValue={Object.entries(contact?.customAttributes ?? {})
            .map(([name, value]) => `${name}: ${value}`)
            .join('\n')}
        />
      </label>
    </DialogForm>
  )
}

/** Empty fields are cleared. */
function fieldsFrom(form: (name: string) => string): Fields {
  const text = (name: string) => form(name).trim() || null
  const tags = linesOf(form('tags'))
  const attributes = linesOf(form('attributes')).map((line) => {
    const colon = line.indexOf(':')
    return colon < 0 ? [line, ''] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
  })
  return {
    name: text('name'),
    email: text('email'),
    phone: text('phone'),
    note: text('note'),
    tags: tags.length > 0 ? tags : null,
    customAttributes: attributes.length > 0 ? Object.fromEntries(attributes) : null,
  }
}

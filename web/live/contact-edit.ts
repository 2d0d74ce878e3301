import { type ContactEdit, saveContact } from '../api/contacts.ts'
import { go, pathTo } from '../base/router.ts'
import { t } from '../base/texts.ts'
import { attempt } from '../ui/forms.ts'
import { toast } from '../ui/toast.tsx'

/** Saves a contact, or a new one, and says which other contact has the same address: they may be one person. */
export function keepContact(id: string | null, edit: ContactEdit, onSaved?: (id: string) => void): Promise<boolean> {
  return attempt(async () => {
    const { data, meta } = await saveContact(id, edit)
    onSaved?.(data.id)
    const [other] = meta.duplicates
    if (!other) return toast(t('Contact saved'))
    toast(t('Contact saved. {0} has the same email.', other.name ?? other.email), {
      act: { label: t('Show'), work: () => go(pathTo('contacts', 'all', other.id)) },
    })
  })
}

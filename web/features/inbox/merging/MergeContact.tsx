import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Person } from '../../../api/records.ts'
import { SEARCH_MIN, searchQuery } from '../../../api/search.ts'
import { useStore } from '../../../base/store.ts'
import { t } from '../../../base/texts.ts'
import { inbox } from '../../../live/state.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { Picker } from '../../../ui/Picker.tsx'
import { useRested } from '../../../ui/useDebouncedValue.ts'
import { MergeDialog } from './MergeDialog.tsx'

/** Typing pauses this long before the search starts. */
const REST_MS = 150

/** Chooses the contact that a conversation's contact is merged with, and shows what would come of it. */
export default function MergeContact({ id, onClose }: { id: string; onClose: () => void }) {
  const own = useStore(inbox, (state) => state.conversations[id]?.customerUuid ?? null)
  const [other, setOther] = useState<string | null>(null)
  const [query, setQuery] = useState('')
  const text = useRested(query.trim(), REST_MS)
  const { data, error, isFetching } = useQuery({ ...searchQuery(text), placeholderData: keepPreviousData })
  if (own === null) return null
  if (other) return <MergeDialog own={own} other={other} onClose={onClose} />
  const people = query.trim().length >= SEARCH_MIN ? (data?.people ?? []).filter((person) => person.id !== own) : []
  const note = () => {
    if (error) return error.message
    if (query.trim().length < SEARCH_MIN) return t('Enter at least {0} characters.', SEARCH_MIN)
    if (isFetching) return t('Loading…')
    return t('You see what is kept before anything is merged.')
  }
  return (
    <Picker
      label={t('Merge with another contact')}
      placeholder={t('Which contact is the same person? Name, email or order number…')}
      choices={people.map((person) => ({
        id: person.id,
        label: labelOf(person),
        // The picker filters by words: with the query among them, all that the service found is shown.
        also: query,
        icon: <Avatar name={labelOf(person)} size={20} />,
      }))}
      {...(query.trim().length < SEARCH_MIN && { none: '' })}
      onQuery={setQuery}
      onPick={(choice) => setOther(choice.id)}
      onClose={onClose}
      keepOpen
      footer={
        <p className="picker-foot" role={error ? 'alert' : 'status'}>
          {note()}
        </p>
      }
    />
  )
}

function labelOf({ name, email }: Pick<Person, 'name' | 'email'>): string {
  const known = name ?? email ?? t('Visitor')
  return email && email !== known ? `${known} · ${email}` : known
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Findings } from '../../api/records.ts'
import { SEARCH_MIN, searchQuery } from '../../api/search.ts'
import { go, pathTo } from '../../base/router.ts'
import { t } from '../../base/texts.ts'
import { ago } from '../../base/time.ts'
import { contactName } from '../../live/contact-name.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import type { Choice } from '../../ui/choices.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Picker } from '../../ui/Picker.tsx'
import { useRested } from '../../ui/useDebouncedValue.ts'
import { DeepSearchFoot, useDeepSearch } from './deep-search.tsx'

/** Typing pauses this long before the search starts. */
const REST_MS = 150

/** Finds contacts, conversations and words while one types; then, step by step, words in all messages. */
export function Search({ viewKey, onClose }: { viewKey: string; onClose: () => void }) {
  const [query, setQuery] = useState('')
  const text = useRested(query.trim(), REST_MS)
  const { data, error, isPlaceholderData } = useQuery({ ...searchQuery(text), placeholderData: keepPreviousData })
  const found = query.trim().length >= SEARCH_MIN ? data : undefined
  const deep = useDeepSearch(text, isPlaceholderData ? undefined : found)

  const paths = new Map<string, string>()
  const choices: Choice[] = []
  const offer = (choice: Choice, path: string) => {
    if (paths.has(choice.id)) return
    paths.set(choice.id, path)
    // The picker filters by words: with the query among them, all that the service found is shown.
    choices.push({ ...choice, also: `${choice.also ?? ''} ${query}` })
  }
  if (found?.conversation) {
    const { id } = found.conversation
    offer({ id: `c${id}`, label: contactName(found.conversation), icon: <Icon name="inbox" /> }, pathTo('open', id))
  }
  for (const person of found?.people ?? []) {
    const name = person.name ?? person.email ?? t('Visitor')
    const label = person.email && person.email !== name ? `${name} · ${person.email}` : name
    offer({ id: `p${person.id}`, label, icon: <Avatar name={name} size={20} /> }, pathTo(`customer:${person.id}`))
  }
  for (const message of [...(found?.messages ?? []), ...(found ? deep.messages : [])]) {
    offer(choiceOf(message, query.trim()), messagePath(viewKey, message))
  }
  return (
    <Picker
      label={t('Search')}
      placeholder={t('Name, email, order number or text…')}
      choices={choices}
      onQuery={setQuery}
      onPick={({ id }) => go(paths.get(id) as string)}
      onClose={onClose}
      footer={
        <p className="picker-foot" role={error ? 'alert' : 'status'}>
          {error?.message ||
            (found ? <DeepSearchFoot search={deep} /> : t('Enter at least {0} characters.', SEARCH_MIN))}
        </p>
      }
    />
  )
}

type Found = Findings['messages'][number]

const choiceOf = ({ conversation, messageId, text, isNote, createdAt }: Found, query: string): Choice => ({
  id: `m${conversation.id} ${messageId}`,
  label: `${contactName(conversation)}: ${around(text, query)}`,
  hint: ago(createdAt),
  icon: <Icon name={isNote ? 'note' : 'mail'} />,
})

/** Address of a message: its conversation, which scrolls to it. */
const messagePath = (viewKey: string, { conversation, messageId }: Found) =>
  `${pathTo(viewKey, conversation.id)}#${encodeURIComponent(messageId)}`

/** The part of a text around the words that were searched. */
function around(text: string, words: string): string {
  const at = text.toLowerCase().indexOf(words.toLowerCase())
  const start = Math.max(0, at - 30)
  return (start > 0 ? '…' : '') + text.slice(start, start + 110)
}

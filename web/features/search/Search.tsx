import { useEffect, useState } from 'react'
import { get } from '../../api/http.ts'
import type { Conversation } from '../../api/types.ts'
import { go, pathTo } from '../../app/router.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { type Choice, Picker } from '../../ui/Picker.tsx'
import { ago } from '../../ui/time.ts'
import { nameOf } from '../inbox/Row.tsx'

interface Findings {
  people: { id: string; name: string | null; email: string | null }[]
  messages: {
    messageId: string
    text: string
    senderName: string
    isNote: boolean
    createdAt: string
    conversation: Conversation
  }[]
  conversation: Conversation | null
  bounds: { conversations: number; messagesOfEach: number }
}

/** Looks people and words up while one types. */
export default function Search({ viewKey, onClose }: { viewKey: string; onClose: () => void }) {
  const [query, setQuery] = useState('')
  const [found, setFound] = useState<Findings | null>(null)
  const [error, setError] = useState('')

  useEffect(() => {
    const text = query.trim()
    if (text.length < 2) {
      setFound(null)
      return
    }
    const control = new AbortController()
    const timer = setTimeout(() => {
      get<Findings>(`/search?q=${encodeURIComponent(text)}`, control.signal).then(
        (findings) => {
          setFound(findings)
          setError('')
        },
        (failure: Error) => failure.name !== 'AbortError' && setError(failure.message),
      )
    }, 150)
    return () => {
      clearTimeout(timer)
      control.abort()
    }
  }, [query])

  const paths = new Map<string, string>()
  const choices: Choice[] = []
  const offer = (choice: Choice, path: string) => {
    paths.set(choice.id, path)
    // What was found is shown whatever the words; the query goes along so that the list keeps it.
    choices.push({ ...choice, also: `${choice.also ?? ''} ${query}` })
  }
  if (found?.conversation) {
    const { id } = found.conversation
    offer({ id: `c${id}`, label: nameOf(found.conversation), icon: <Icon name="inbox" /> }, pathTo('open', id))
  }
  for (const person of found?.people ?? []) {
    const name = person.name ?? person.email ?? 'Visitor'
    const label = person.email && person.email !== name ? `${name} · ${person.email}` : name
    offer({ id: `p${person.id}`, label, icon: <Avatar name={name} size={20} /> }, pathTo(`customer:${person.id}`))
  }
  for (const message of found?.messages ?? []) {
    offer(
      {
        id: `m${message.messageId}`,
        label: `${nameOf(message.conversation)}: ${around(message.text, query.trim())}`,
        hint: ago(message.createdAt),
        icon: <Icon name={message.isNote ? 'note' : 'mail'} />,
      },
      pathTo(viewKey, message.conversation.id),
    )
  }
  return (
    <Picker
      label="Search"
      placeholder="Name, address, order number or words…"
      choices={choices}
      onQuery={setQuery}
      onPick={({ id }) => go(paths.get(id) as string)}
      onClose={onClose}
      footer={
        <p className="picker-foot" role={error ? 'alert' : undefined}>
          {error ||
            (found
              ? `Everybody, by the beginning of name or address; words in the last ${found.bounds.messagesOfEach} messages of the ${found.bounds.conversations} conversations active last.`
              : 'Two letters or more.')}
        </p>
      }
    />
  )
}

/** The part of a text that was looked for. */
function around(text: string, words: string): string {
  const at = text.toLowerCase().indexOf(words.toLowerCase())
  const start = Math.max(0, at - 30)
  return (start > 0 ? '…' : '') + text.slice(start, start + 110)
}

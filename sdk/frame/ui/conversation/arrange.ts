import type { Message } from '../../../shared/records.ts'

type Item =
  | { kind: 'day'; key: string; text: string }
  | { kind: 'message'; key: string; message: Message; isFirst: boolean; isLast: boolean }

const TOGETHER_MS = 5 * 60_000

/** Messages as they stand on the screen: a line for each day; what one sender said in a row stands together. */
export function arrange(messages: readonly Message[], { day }: { day(date: string): string }): Item[] {
  const items: Item[] = []
  let today = ''
  messages.forEach((message, at) => {
    const date = new Date(message.createdAt).toDateString()
    const isNewDay = date !== today
    if (isNewDay) items.push({ kind: 'day', key: `day ${date}`, text: day(message.createdAt) })
    today = date
    const next = messages[at + 1]
    items.push({
      kind: 'message',
      key: message.id,
      message,
      isFirst: isNewDay || !belongTogether(messages[at - 1], message),
      isLast: !next || !belongTogether(message, next) || new Date(next.createdAt).toDateString() !== date,
    })
  })
  return items
}

function belongTogether(a: Message | undefined, b: Message): boolean {
  if (!a || isLine(a) || isLine(b)) return false
  const isSame = a.sender.type === b.sender.type && a.sender.name === b.sender.name
  return isSame && Date.parse(b.createdAt) - Date.parse(a.createdAt) < TOGETHER_MS
}

/** A system line: in the middle, without a sender. */
export const isLine = ({ isTransfer, sender }: Message): boolean => isTransfer || sender.type === 'system'

/**
 * Maps each handoff's id to the side that answers from there on. The last one is to the current side, so
 * the line can be shown in the reader's language.
 */
export function handOvers(messages: readonly Message[], isWithBot: boolean): Map<string, 'bot' | 'team'> {
  const lines = messages.filter(({ isTransfer }) => isTransfer).reverse()
  return new Map(lines.map(({ id }, back) => [id, (back % 2 === 0) === isWithBot ? 'bot' : 'team']))
}

import type { UnseenNews } from '#storage/mail/member-digest.ts'

const NOBODY = 'a visitor'

/** Subject and text of the mail to a member; more than `max` are only said to be there. */
export function newsTexts(
  news: readonly UnseenNews[],
  { store, linkTo, max }: { store: string; linkTo: (path: string) => string; max: number },
): { subject: string; text: string } {
  const told = news.slice(0, max).map((one) => {
    const said = one.excerpt?.replace(/\s+/g, ' ').trim()
    return [headOf(one), ...(said ? [`“${said}”`] : []), linkTo(`/open/${one.conversationId}`)].join('\n')
  })
  const more = news.length > max ? [`And more in the inbox:\n${linkTo('')}`] : []
  const text = [
    `While you were away from the inbox of ${store}:`,
    ...told,
    ...more,
    `Choose which emails you get, and when:\n${linkTo('/settings/notifications')}`,
  ].join('\n\n')
  return { subject: `New for you at ${store}`, text }
}

function headOf({ kind, actorName, contactName }: UnseenNews): string {
  const contact = contactName ?? NOBODY
  switch (kind) {
    case 'mention':
      return `${actorName ?? 'A colleague'} mentioned you in the conversation with ${contact}:`
    case 'assignment':
      return actorName
        ? `${actorName} assigned you the conversation with ${contact}.`
        : `The conversation with ${contact} was assigned to you.`
    case 'return':
      return `The conversation with ${contact} is back: its snooze has ended.`
    case 'held':
      return `A reply that you scheduled for the conversation with ${contact} was not sent and needs your attention.`
    case 'missed':
      return `A reply-time target was missed in the conversation with ${contact}.`
    case 'approval':
      return `An action that the AI agent prepared for ${contact} waits for your approval.`
    case 'unassigned':
      return `${contact === NOBODY ? 'A visitor' : contact} is waiting in a conversation that is assigned to nobody:`
    case 'reply':
      return `${contact === NOBODY ? 'A visitor' : contact} wrote to you:`
  }
}

import type { CannedReply, Conversation, Member } from '../../../api/records.ts'
import type { Draft } from '../../../live/drafts.ts'

/** What the composer offers while one types. */

export interface Suggestion {
  key: string
  label: string
  hint: string
  /** The whole text once it is taken. */
  text: string
}

interface Known {
  canned: CannedReply[]
  members: Member[]
  conversation: Pick<Conversation, 'customerName'>
  me: Pick<Member, 'firstName' | 'fullName'>
}

const MOST = 6

/** A canned reply after a slash at the beginning; in an internal note, a member after an @. */
export function suggest({ text, isNote }: Draft, { canned, members, conversation, me }: Known): Suggestion[] {
  const slash = /^\/([\p{L}\p{N}_-]*)$/u.exec(text)
  if (slash) {
    const start = (slash[1] ?? '').toLowerCase()
    return canned
      .filter(
        (reply) => reply.shortcut.includes(start) || (start.length > 2 && reply.text.toLowerCase().includes(start)),
      )
      .slice(0, MOST)
      .map((reply) => ({
        key: reply.id,
        label: `/${reply.shortcut}`,
        hint: reply.text,
        text: fillNames(reply.text, conversation, me),
      }))
  }
  const mention = isNote ? /(^|\s)@([\p{L}.' -]{0,30})$/u.exec(text) : null
  if (!mention) return []
  const start = (mention[2] ?? '').toLowerCase()
  return members
    .filter((member) => member.active && member.fullName.toLowerCase().startsWith(start))
    .slice(0, MOST)
    .map((member) => ({
      key: member.id,
      label: `@${member.fullName}`,
      hint: member.email,
      text: `${text.slice(0, text.length - start.length)}${member.fullName} `,
    }))
}

/** A canned reply's {{name}} is the contact's first name, {{member}} the member's. */
function fillNames(text: string, { customerName }: Known['conversation'], me: Known['me']): string {
  const name = customerName?.split(' ')[0] ?? ''
  return text.replaceAll('{{name}}', name || 'there').replaceAll('{{member}}', me.firstName ?? me.fullName)
}

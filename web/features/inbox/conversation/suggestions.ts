import type { CannedReply, Conversation, Member, ReplyActs } from '../../../api/records.ts'
import { CANNED_REPLY_HOLES } from '../../../base/limits.ts'
import type { Draft } from '../../../live/drafts.ts'

/** What the composer offers while one types. */

export interface Suggestion {
  key: string
  label: string
  hint: string
  /** The whole text once it is taken. */
  text: string
  /** What is done along with it. */
  acts?: ReplyActs
  /** The canned reply whose files go with it. */
  filesOf?: string
}

interface Known {
  canned: CannedReply[]
  members: Member[]
  conversation: Pick<Conversation, 'customerName'>
  me: Pick<Member, 'firstName' | 'fullName'>
  storeName: string
  /** Number of the contact's newest order. */
  orderNumber: string | undefined
}

const MOST = 6

/** A canned reply after a slash at the beginning; in an internal note, a member after an @. */
export function suggest({ text, isNote }: Draft, known: Known): Suggestion[] {
  const { canned, members } = known
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
        ...filled(reply.text, known),
        ...(reply.files.length > 0 && { filesOf: reply.id }),
        ...(Object.keys(reply.actions).length > 0 && !isNote ? { acts: reply.actions } : {}),
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

/** What is offered is what will stand there. */
function filled(text: string, known: Known): Pick<Suggestion, 'hint' | 'text'> {
  const words = fill(text, known)
  return { hint: words, text: words }
}

const HOLES = new RegExp(`\\{\\{(${CANNED_REPLY_HOLES.join('|')})\\}\\}`, 'g')

/**
 * A canned reply's {{name}} is the contact's first name, {{member}} the member's, {{store}} what the store is called and
 * {{order}} the number of the contact's newest order, which stays where there is none.
 */
function fill(text: string, { conversation, me, storeName, orderNumber }: Known): string {
  const name = conversation.customerName?.split(' ')[0] ?? ''
  const values: Record<(typeof CANNED_REPLY_HOLES)[number], string | undefined> = {
    name: name || 'there',
    member: me.firstName ?? me.fullName,
    store: storeName,
    order: orderNumber,
  }
  return text.replace(HOLES, (hole, key: keyof typeof values) => values[key] ?? hole)
}

/** What of a text is still to be filled in by hand. */
export const holeIn = (text: string) => /\{\{order\}\}/.exec(text)?.[0]

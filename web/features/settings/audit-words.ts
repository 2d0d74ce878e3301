import type { AuditEntry } from '../../api/records.ts'

/** What an entry of the audit log says. */

const ACTIONS: Record<string, string> = {
  'settings.changed': 'Settings changed',
  'key.created': 'API key made',
  'key.deleted': 'API key deleted',
  'webhook.saved': 'Webhook saved',
  'webhook.changed': 'Webhook changed',
  'webhook.deleted': 'Webhook deleted',
  'identity_secret.created': 'Identity secret made',
  'identity_secret.deleted': 'Identity secret deleted',
  'article.saved': 'Article saved',
  'article.deleted': 'Article deleted',
  'member.invited': 'Member invited',
  'invitation.withdrawn': 'Invitation withdrawn',
  'member.joined': 'Member joined',
  'member.changed': 'Member changed',
  'member.signed_in': 'Signed in',
  'member.sign_in_failed': 'Sign-in failed',
  'password.changed': 'Password changed',
  'password_link.created': 'Link for a new password made',
  'second_factor.confirmed': 'Second factor set up',
  'second_factor.dropped': 'Second factor dropped',
  'second_factor.reset': 'Second factor reset',
  'conversation.deleted': 'Conversation deleted',
  'message.deleted': 'Message deleted',
  'customer.redacted': 'Customer redacted',
  'customer.data_requested': 'Customer’s data requested',
  'assistant.allowed': 'Assistant let in',
  'assistant.disconnected': 'Assistant disconnected',
  'store.installed': 'App installed',
  'store.uninstalled': 'App uninstalled',
}
/** Details that name the record, in front of all others. */
const NAMES = ['name', 'question', 'url', 'email'] as const
/** Whose targets are members. */
const OF_MEMBERS = /^(member|password|password_link|second_factor)\./

type Entry = Pick<AuditEntry, 'action' | 'target' | 'details' | 'memberId'>

/** What was done, and to what: API key deleted: Warehouse. `nameOf` gives a member's name by the id. */
export function titleOf({ action, target, details, memberId }: Entry, nameOf: (id: string) => string | undefined) {
  const what = ACTIONS[action] ?? action.replace('.', ': ').replaceAll('_', ' ')
  const named = NAMES.map((name) => details[name]).find((name) => typeof name === 'string')
  if (OF_MEMBERS.test(action)) {
    const member = target === memberId ? undefined : nameOf(target ?? '')
    return (named ?? member) ? `${what}: ${named ?? member}` : what
  }
  const subject = named ?? target
  return subject ? `${what}: ${subject}` : what
}

/** The other details, a line each: settings › autoAssign: on. */
export function detailsOf({ details }: Pick<AuditEntry, 'details'>): string[] {
  const name = NAMES.find((one) => typeof details[one] === 'string')
  return Object.entries(details).flatMap(([key, value]) => (key === name ? [] : lines(key, value)))
}

function lines(path: string, value: unknown): string[] {
  if (Array.isArray(value)) return [`${path}: ${value.map(written).join(', ') || 'none'}`]
  if (typeof value !== 'object' || value === null) return [`${path}: ${written(value)}`]
  return Object.entries(value).flatMap(([key, part]) => lines(`${path} › ${key}`, part))
}

function written(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (value === null || value === undefined || value === '') return 'none'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

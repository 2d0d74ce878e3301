import type { AuditAction, AuditEntry } from '../../api/records.ts'
import { t } from '../../base/texts.ts'

/** What an entry of the audit log says. */

const ACTIONS: Record<AuditAction, string> = {
  'settings.changed': t('Settings changed'),
  'key.created': t('API key made'),
  'key.deleted': t('API key deleted'),
  'webhook.saved': t('Webhook saved'),
  'webhook.changed': t('Webhook changed'),
  'webhook.deleted': t('Webhook deleted'),
  'identity_secret.created': t('Identity secret made'),
  'identity_secret.deleted': t('Identity secret deleted'),
  'article.saved': t('Article saved'),
  'article.deleted': t('Article deleted'),
  'member.invited': t('Member invited'),
  'invitation.withdrawn': t('Invitation withdrawn'),
  'member.joined': t('Member joined'),
  'member.changed': t('Member changed'),
  'member.signed_in': t('Signed in'),
  'member.sign_in_failed': t('Sign-in failed'),
  'password.changed': t('Password changed'),
  'password_link.created': t('Link for a new password made'),
  'second_factor.confirmed': t('Second factor set up'),
  'second_factor.dropped': t('Second factor dropped'),
  'second_factor.reset': t('Second factor reset'),
  'conversation.deleted': t('Conversation deleted'),
  'conversation.merged': t('Conversations merged'),
  'conversation.unmerged': t('Merged conversations parted'),
  'message.deleted': t('Message deleted'),
  'customer.redacted': t('Customer redacted'),
  'customer.data_requested': t('Customer’s data requested'),
  'customer.merged': t('Contacts merged'),
  'customer.unmerged': t('Merged contacts parted'),
  'assistant.allowed': t('Assistant let in'),
  'assistant.disconnected': t('Assistant disconnected'),
  'channel.connected': t('Channel connected'),
  'channel.disconnected': t('Channel removed'),
  'channel.secret_made': t('Secret for mail by POST made'),
  'connection.connected': t('Shop connected'),
  'connection.disconnected': t('Shop disconnected'),
  'rule.created': t('Rule made'),
  'rule.changed': t('Rule changed'),
  'rule.deleted': t('Rule deleted'),
  'rules.ordered': t('Rules put in order'),
  'push.changed': t('Notifications changed'),
  'team.created': t('Team made'),
  'team.changed': t('Team changed'),
  'team.deleted': t('Team deleted'),
  'targets.changed': t('Reply times changed'),
  'order.action_begun': t('Action with an order begun'),
  'order.action_ended': t('Action with an order ended'),
  'segment.created': t('Segment made'),
  'segment.changed': t('Segment changed'),
  'segment.deleted': t('Segment deleted'),
  'store.redacted': t('Store redacted'),
  'store.installed': t('App installed'),
  'store.uninstalled': t('App uninstalled'),
}
/** Details that name the record, in front of all others. */
const NAMES = ['name', 'question', 'url', 'email'] as const
/** Whose targets are members. */
const OF_MEMBERS = /^(member|password|password_link|second_factor)\./

type Entry = Pick<AuditEntry, 'action' | 'target' | 'details' | 'memberId'>

/** What was done, and to what: API key deleted: Warehouse. `nameOf` gives a member's name by the id. */
export function titleOf({ action, target, details, memberId }: Entry, nameOf: (id: string) => string | undefined) {
  const what = (ACTIONS as Record<string, string | undefined>)[action] ?? action.replace('.', ': ').replaceAll('_', ' ')
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

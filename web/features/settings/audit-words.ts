import type { AuditAction, AuditEntry } from '../../api/records.ts'
import { t } from '../../base/texts.ts'
import { detailLabel, WORDS } from './audit-labels.ts'

/** What an entry of the audit log says. */

const ACTIONS: Record<AuditAction, string> = {
  'settings.changed': t('Settings changed'),
  'key.created': t('API key created'),
  'key.deleted': t('API key deleted'),
  'webhook.saved': t('Webhook saved'),
  'webhook.changed': t('Webhook changed'),
  'webhook.redelivered': t('Failed deliveries sent again'),
  'webhook.deleted': t('Webhook deleted'),
  'webhook.disabled': t('Webhook disabled after failed deliveries'),
  'identity_secret.created': t('Identity secret created'),
  'identity_secret.deleted': t('Identity secret deleted'),
  'article.saved': t('Article saved'),
  'article.deleted': t('Article deleted'),
  'article_import.started': t('Import of articles started'),
  'article_import.cancelled': t('Import of articles cancelled'),
  'member.invited': t('Member invited'),
  'invitation.withdrawn': t('Invitation withdrawn'),
  'member.joined': t('Member joined'),
  'member.changed': t('Member changed'),
  'member.signed_in': t('Signed in'),
  'member.sign_in_failed': t('Sign-in failed'),
  'password.changed': t('Password changed'),
  'password_link.created': t('Password reset link created'),
  'second_factor.confirmed': t('Two-factor authentication turned on'),
  'second_factor.dropped': t('Two-factor authentication turned off'),
  'second_factor.reset': t('Two-factor authentication reset'),
  'second_factor.guessed': t('Ten wrong codes after the right password'),
  'passkey.added': t('Passkey added'),
  'passkey.renamed': t('Passkey renamed'),
  'passkey.removed': t('Passkey removed'),
  'passkey.copied': t('Passkey refused: it may have been copied'),
  'single_sign_on.changed': t('Single sign-on changed'),
  'single_sign_on.linked': t('Account linked to a member'),
  'single_sign_on.unlinked': t('Account unlinked from a member'),
  'session.ended': t('Session ended'),
  'session_limits.changed': t('Limits of sessions changed'),
  'conversation_access.changed': t('Conversation access changed'),
  'conversation.deleted': t('Conversation deleted'),
  'conversation.merged': t('Conversations merged'),
  'conversation.unmerged': t('Conversation merge undone'),
  'message.deleted': t('Message deleted'),
  'customer.created': t('Contact created'),
  'customer.changed': t('Contact changed'),
  'customer.redacted': t('Customer redacted'),
  'customer.data_requested': t('Customer’s data requested'),
  'customer.merged': t('Contacts merged'),
  'customer.unmerged': t('Contact merge undone'),
  'assistant.allowed': t('Assistant connected'),
  'assistant.disconnected': t('Assistant disconnected'),
  'channel.connected': t('Channel connected'),
  'channel.disconnected': t('Channel removed'),
  'channel.proven': t('Mailbox confirmed'),
  'channel.signature_changed': t('Signature of a mailbox changed'),
  'collection.saved': t('Collection saved'),
  'collection.deleted': t('Collection deleted'),
  'help_domain.proven': t('Help domain proven'),
  'custom_action.added': t('Action added'),
  'custom_action.changed': t('Action changed'),
  'custom_action.removed': t('Action deleted'),
  'custom_action.run': t('Action approved'),
  'custom_action.declined': t('Action declined'),
  'customer_card.added': t('Customer card added'),
  'customer_card.changed': t('Customer card changed'),
  'customer_card.removed': t('Customer card deleted'),
  'ai_example.added': t('Example for the AI agent added'),
  'ai_example.removed': t('Example for the AI agent removed'),
  'spam_sender.added': t('Spam sender added'),
  'spam_sender.removed': t('Spam sender removed'),
  'channel.secret_made': t('Secret for email by HTTP POST created'),
  'connection.connected': t('Shop connected'),
  'connection.disconnected': t('Shop disconnected'),
  'guidance.created': t('Guidance created'),
  'guidance.changed': t('Guidance changed'),
  'guidance.deleted': t('Guidance deleted'),
  'guidance.ordered': t('Guidance reordered'),
  'rule.created': t('Rule created'),
  'rule.changed': t('Rule changed'),
  'rule.deleted': t('Rule deleted'),
  'slack.connected': t('Slack connected'),
  'slack.disconnected': t('Slack disconnected'),
  'rule_endpoint.added': t('Endpoint of rules added'),
  'rule_endpoint.changed': t('Endpoint of rules changed'),
  'rule_endpoint.removed': t('Endpoint of rules deleted'),
  'rules.ordered': t('Rules reordered'),
  'push.changed': t('Notifications changed'),
  'team.created': t('Team created'),
  'team.changed': t('Team changed'),
  'team.deleted': t('Team deleted'),
  'targets.changed': t('Reply times changed'),
  'order.action_begun': t('Order action started'),
  'order.action_ended': t('Order action finished'),
  'order.approval_declined': t('Order action declined'),
  'segment.created': t('Segment created'),
  'segment.changed': t('Segment changed'),
  'segment.deleted': t('Segment deleted'),
  'store.redacted': t('Store redacted'),
  'store.exported': t('Store exported'),
  'store.imported': t('Store imported'),
  'store.installed': t('App installed'),
  'store.uninstalled': t('App uninstalled'),
}
/** Details that name the record, in front of all others. */
const NAMES = ['name', 'question', 'url', 'email'] as const
/** Whose targets are members. */
const OF_MEMBERS = /^(member|password|password_link|second_factor|session)\.|^single_sign_on\.(un)?linked/

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

/** Lists the other details, a line each, such as "Assign to: on". Details of settings have no heading of their own. */
export function detailsOf({ details }: Pick<AuditEntry, 'details'>): string[] {
  const name = NAMES.find((one) => typeof details[one] === 'string')
  return Object.entries(details).flatMap(([key, value]) => {
    if (key === name) return []
    if (key !== 'settings' || !isGroup(value)) return lines(detailLabel(key), value)
    return Object.entries(value).flatMap(([part, one]) => lines(detailLabel(part), one))
  })
}

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function lines(label: string, value: unknown): string[] {
  if (Array.isArray(value)) return [`${label}: ${value.map(written).join(', ') || t('none')}`]
  if (!isGroup(value)) return [`${label}: ${written(value)}`]
  return Object.entries(value).flatMap(([key, part]) => lines(`${label} › ${detailLabel(key)}`, part))
}

function written(value: unknown): string {
  if (typeof value === 'boolean') return value ? t('on') : t('off')
  if (value === null || value === undefined || value === '') return t('none')
  if (typeof value === 'string') return WORDS[value] ?? value
  return isGroup(value) ? Object.values(value).map(written).join(' · ') : String(value)
}

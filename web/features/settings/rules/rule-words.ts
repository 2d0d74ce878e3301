import type { Member, Priority, RuleAct, RuleCondition, RuleOutcome, RuleTrigger } from '../../../api/records.ts'
import { knownSegments } from '../../../api/segments.ts'
import { knownEndpoints } from '../../../api/store/rule-endpoints.ts'
import { knownTeams, LANGUAGES } from '../../../api/team/teams.ts'
import { t } from '../../../base/texts.ts'
import { PRIORITIES } from '../../../live/priorities.ts'
import { CHANNELS } from '../../../live/views.ts'
import { languageName } from '../../../ui/ai-agent/words.ts'

/** Rules in plain words. */

export const TRIGGERS: Record<RuleTrigger['on'], string> = {
  created: t('a conversation begins'),
  message: t('a customer writes'),
  idle: t('no one has written for a while'),
  tag: t('a tag is added'),
  missed: t('a reply-time target is missed'),
  resolved: t('a conversation is resolved'),
}

export const CONDITIONS: Record<RuleCondition['about'], string> = {
  words: t('Text in the message'),
  channel: t('Channel'),
  language: t('Language'),
  hours: t('Opening hours'),
  tags: t('Tags'),
  contact: t('Contact'),
  assignee: t('Assigned'),
  holder: t('Handled by'),
  order: t('Newest order'),
  priority: t('Priority'),
  segment: t('Segment of the contact'),
}

export const ACTS: Record<RuleAct['do'], string> = {
  assign: t('Assign to a member'),
  assign_in_turn: t('Assign round robin'),
  assign_to_least_busy: t('Assign to the least busy member'),
  give_to_team: t('Assign to a team'),
  add_tags: t('Add tags'),
  remove_tags: t('Remove tags'),
  note: t('Write an internal note'),
  resolve: t('Resolve'),
  snooze: t('Snooze'),
  mark_unread: t('Mark as unread'),
  star: t('Star'),
  set_priority: t('Set the priority'),
  send_template: t('Send a WhatsApp template'),
  call_endpoint: t('Call an endpoint'),
}

/** The values of conditions that have a few, with their words. */
export const CHOICES: Partial<Record<RuleCondition['about'], Record<string, string>>> = {
  channel: CHANNELS,
  language: Object.fromEntries(LANGUAGES.map((one) => [one, languageName(one)])),
  hours: { open: t('Within opening hours'), closed: t('Outside opening hours') },
  contact: { customer: t('Signed in at the shop'), guest: t('Guest with an email'), anonymous: t('Anonymous') },
  assignee: { somebody: t('Assigned'), nobody: t('Unassigned') },
  holder: { ai_agent: t('The AI agent'), team: t('The team') },
  priority: PRIORITIES,
}

/** Choices of a condition, including the store's own. */
export const choicesOf = (about: RuleCondition['about']): Record<string, string> | undefined =>
  about === 'segment' ? Object.fromEntries(knownSegments().map(({ id, name }) => [id, name])) : CHOICES[about]

const REASONS: Record<NonNullable<RuleOutcome['reason']>, string> = {
  already: t('already the case'),
  not_a_member: t('is not an active member'),
  nobody_available: t('none of them is online'),
  not_a_team: t('there is no such team any more'),
  not_an_endpoint: t('there is no such endpoint any more'),
  is_resolved: t('it is resolved'),
  cannot_send: t('it cannot be sent to this customer'),
}

const HOUR = 60
const DAY = 24 * HOUR

/** 90 minutes; 2 hours; 3 days. */
function spanOf(minutes: number): string {
  if (minutes % DAY === 0) return t('{0} day|{0} days', minutes / DAY)
  if (minutes % HOUR === 0) return t('{0} hour|{0} hours', minutes / HOUR)
  return t('{0} minute|{0} minutes', minutes)
}

export function triggerWords({ on, minutes = 0, waitsFor, tag }: RuleTrigger): string {
  if (on === 'tag') return t('the tag {0} is added', tag)
  if (on !== 'idle') return TRIGGERS[on]
  return waitsFor === 'team'
    ? t('a customer has waited {0} for an answer', spanOf(minutes))
    : t('a customer has not answered for {0}', spanOf(minutes))
}

export function conditionWords({ about, not, values }: RuleCondition): string {
  const choices = choicesOf(about)
  const named = values.map((value) => choices?.[value] ?? value).join(t(' or '))
  return not ? t('{0}: not {1}', CONDITIONS[about], named) : t('{0}: {1}', CONDITIONS[about], named)
}

export function actWords({ do: act, values = [], text, hours, template }: RuleAct, members: readonly Member[]): string {
  const named = act.startsWith('assign')
    ? values.map((id) => nameOf(id, members))
    : act === 'give_to_team'
      ? values.map((id) => knownTeams().find((team) => team.id === id)?.name ?? t('a former team'))
      : act === 'call_endpoint'
        ? values.map((id) => knownEndpoints().find((endpoint) => endpoint.id === id)?.title ?? t('a deleted endpoint'))
        : act === 'set_priority'
          ? values.map((value) => PRIORITIES[value as Priority])
          : template
            ? [`${template.name} (${template.language})`]
            : values
  const what = text ?? (hours === undefined ? named.join(', ') : spanOf(hours * HOUR))
  return what ? t('{0}: {1}', ACTS[act], what) : ACTS[act]
}

export function outcomeWords({ do: act, isDone, reason, memberId }: RuleOutcome, members: readonly Member[]): string {
  if (!isDone) return t('{0}: not done, {1}', ACTS[act], reason && REASONS[reason])
  return memberId ? t('{0}: {1}', ACTS[act], nameOf(memberId, members)) : ACTS[act]
}

const nameOf = (id: string, members: readonly Member[]) =>
  members.find((member) => member.id === id)?.fullName ?? t('a former member')

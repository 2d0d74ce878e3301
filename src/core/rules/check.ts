import { checkText } from '#core/checks.ts'
import { invalidParams } from '#core/errors.ts'
import { RULES_MAX, TAG_MAX } from '#core/limits.ts'
import { PRIORITIES, type Priority } from '#core/priorities.ts'
import { CONDITION_VALUES, type RuleAct, type RuleCondition, type RuleDraft, type RuleTrigger } from './rule.ts'

/** What the schema of a rule cannot say: which of its parts belong together. INVALID_PARAMS names the part. */
export function checkRule({ name, trigger, conditions, actions }: RuleDraft): void {
  checkText(name, RULES_MAX.name, 'name')
  checkTrigger(trigger)
  for (const [i, condition] of conditions.entries()) checkCondition(condition, `conditions[${i}]`)
  if (actions.length === 0) throw invalidParams('actions must hold at least one act.')
  for (const [i, act] of actions.entries()) checkAct(act, `actions[${i}]`)
  if (actions.some((act) => act.do === 'resolve') && actions.some((act) => act.do === 'snooze')) {
    throw invalidParams('A rule resolves or snoozes, not both.')
  }
  const assigning = actions.filter((act) => act.do.startsWith('assign'))
  if (assigning.length > 1) throw invalidParams('A rule assigns once: leave one of the actions that assign.')
  if (actions.filter((act) => act.do === 'give_to_team').length > 1) throw invalidParams('A rule gives to one team.')
}

/** What a trigger needs, and nothing else. */
const PARTS: Record<RuleTrigger['on'], readonly (keyof RuleTrigger)[]> = {
  created: [],
  message: [],
  idle: ['minutes', 'waitsFor'],
  tag: ['tag'],
  missed: [],
  resolved: [],
}

function checkTrigger(trigger: RuleTrigger): void {
  const needed = PARTS[trigger.on]
  for (const part of ['minutes', 'waitsFor', 'tag'] as const) {
    const isThere = trigger[part] !== undefined
    if (isThere === needed.includes(part)) continue
    throw invalidParams(`trigger.${part} ${isThere ? 'does not belong to' : 'is missing for'} ${trigger.on}.`)
  }
  if (trigger.tag !== undefined) checkText(trigger.tag, TAG_MAX, 'trigger.tag')
}

function checkCondition({ about, values }: RuleCondition, where: string): void {
  if (values.length === 0) throw invalidParams(`${where}.values must hold at least one value.`)
  const allowed = CONDITION_VALUES[about]
  for (const value of values) {
    checkText(value, RULES_MAX.value, `${where}.values`)
    if (allowed && !allowed.includes(value)) {
      throw invalidParams(`${where}.values: ${about} is one of ${allowed.join(', ')}.`)
    }
    if (about === 'language' && !/^[a-z]{2,3}$/.test(value)) {
      throw invalidParams(`${where}.values: a language has two or three letters, such as en.`)
    }
  }
}

function checkAct(act: RuleAct, where: string): void {
  const { values = [], text, hours } = act
  const isAboutTags = act.do === 'add_tags' || act.do === 'remove_tags'
  const isAboutMembers = act.do.startsWith('assign')
  if (act.do === 'give_to_team' || act.do === 'call_endpoint') {
    if (values.length !== 1)
      throw invalidParams(`${where}.values must name one ${act.do === 'give_to_team' ? 'team' : 'endpoint'}.`)
  } else if (act.do === 'set_priority') {
    const [priority, ...more] = values as Priority[]
    if (more.length > 0 || !priority || !PRIORITIES.includes(priority)) {
      throw invalidParams(`${where}.values must hold one of ${PRIORITIES.join(', ')}.`)
    }
  } else if (isAboutTags || isAboutMembers) {
    if (values.length === 0)
      throw invalidParams(`${where}.values must name at least one ${isAboutTags ? 'tag' : 'member'}.`)
  } else if (values.length > 0) throw invalidParams(`${where}.values does not belong to ${act.do}.`)
  if (isAboutTags) for (const tag of values) checkText(tag, TAG_MAX, `${where}.values`)
  if (act.do === 'assign' && values.length !== 1) throw invalidParams(`${where}.values must name one member.`)
  if ((act.do === 'note') !== (text !== undefined)) {
    throw invalidParams(`${where}.text ${text === undefined ? 'is missing' : 'belongs to a note only'}.`)
  }
  if (text !== undefined) checkText(text, RULES_MAX.note, `${where}.text`)
  if ((act.do === 'send_template') !== (act.template !== undefined)) {
    throw invalidParams(
      `${where}.template ${act.template === undefined ? 'is missing' : 'belongs to send_template only'}.`,
    )
  }
  if ((act.do === 'snooze') !== (hours !== undefined)) {
    throw invalidParams(`${where}.hours ${hours === undefined ? 'is missing' : 'belongs to a snooze only'}.`)
  }
}

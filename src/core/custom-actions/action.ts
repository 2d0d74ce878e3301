import { codePoints, hasText } from '#base/text.ts'
import { checkLength, checkText } from '#core/checks.ts'
import { invalidParams } from '#core/errors.ts'
import { CUSTOM_ACTION_MAX } from '#core/limits.ts'
import { checkHeaders } from '#core/webhooks/custom-headers.ts'
import type { ActionParameter, CustomAction } from '#storage/custom-actions/actions.ts'
import type { ActionFacts, ActionInput } from '#storage/custom-actions/runs.ts'
import {
  ANSWER,
  checkBodyTemplate,
  checkUrlTemplate,
  checkValueLength,
  placeholdersInPath,
  placeholdersOf,
  type ReadValue,
} from './template.ts'

export type { ActionFacts, ActionInput, ActionParameter, CustomAction }

export const ACTION_METHODS = ['GET', 'POST'] as const satisfies CustomAction['method'][]
export const ACTION_AUTHS = ['none', 'bearer', 'basic', 'header'] as const satisfies CustomAction['auth'][]
export const ACTION_RISKS = ['read', 'write', 'approval'] as const satisfies CustomAction['risk'][]
export const PARAMETER_TYPES = ['string', 'number', 'boolean'] as const satisfies ActionParameter['type'][]

/** Placeholders that the service fills in: no model, customer or member writes them. */
export const FACTS = ['conversation.id', 'contact.id', 'contact.email', 'order.number', 'order.id'] as const
type FactName = keyof ActionFacts
export const NO_FACTS: ActionFacts = {
  'conversation.id': null,
  'contact.id': null,
  'contact.email': null,
  'order.number': null,
  'order.id': null,
}

const isFact = (name: string): name is FactName => FACTS.some((fact) => fact === name)

/** INVALID_PARAMS for an action that could not be run as it stands; its address is checked apart. */
export function checkAction(action: CustomAction): void {
  checkText(action.name, CUSTOM_ACTION_MAX.name, 'name')
  checkText(action.description, CUSTOM_ACTION_MAX.description, 'description')
  checkLength(action.url, CUSTOM_ACTION_MAX.url, 'url')
  checkLength(action.bodyTemplate, CUSTOM_ACTION_MAX.body, 'bodyTemplate')
  checkLength(action.answerTemplate, CUSTOM_ACTION_MAX.answer, 'answerTemplate')
  checkParameters(action.parameters)
  checkUrlTemplate(action.url)
  if (action.method === 'GET' && action.bodyTemplate !== '') throw invalidParams('bodyTemplate: a GET has no body.')
  checkBodyTemplate(action.bodyTemplate)
  checkNames(action)
  checkAuth(action)
  if (action.skipsApproval && action.risk !== 'approval')
    throw invalidParams('skipsApproval is for actions of risk approval alone.')
}

function checkParameters(parameters: ActionParameter[]): void {
  const { parameters: most, parameterName, parameterDescription } = CUSTOM_ACTION_MAX
  if (parameters.length > most) throw invalidParams(`parameters: at most ${most} are allowed.`)
  const names = parameters.map(({ name }) => name)
  if (new Set(names).size < names.length) throw invalidParams('parameters: each name may be used once.')
  for (const { name, description } of parameters) {
    if (!/^[a-z]\w*$/i.test(name) || name.length > parameterName)
      throw invalidParams(
        `parameters: ${JSON.stringify(name.slice(0, 50))} is not a name of 1 to ${parameterName} letters, digits and _, with a letter first.`,
      )
    checkText(description, parameterDescription, `parameters: the description of ${name}`)
  }
}

/** Every placeholder is a parameter or one that the service fills in; one of a path always has a value. */
function checkNames({ url, bodyTemplate, answerTemplate, parameters }: CustomAction): void {
  const known = [...parameters.map(({ name }) => name), ...FACTS]
  for (const [field, template] of Object.entries({ url, bodyTemplate, answerTemplate })) {
    for (const name of placeholdersOf(template)) {
      const isOfAnswer = field === 'answerTemplate' && name.startsWith(ANSWER) && name.length > ANSWER.length
      if (!known.includes(name) && !isOfAnswer)
        throw invalidParams(`${field}: {{${name.slice(0, 60)}}} is not known; known are ${known.join(', ')}.`)
    }
  }
  const optional = placeholdersInPath(url).find((name) => parameters.some((one) => one.name === name && !one.required))
  if (optional) throw invalidParams(`url: ${optional} stands in the path, so it must be required.`)
}

function checkAuth({ auth, authName, secret }: CustomAction): void {
  if (auth === 'none') return
  if (secret === null || !hasText(secret)) throw invalidParams(`secret is required with auth ${auth}.`)
  if (codePoints(secret) > CUSTOM_ACTION_MAX.secret || !/^[\x20-\x7e]+$/.test(secret))
    throw invalidParams(`secret must have up to ${CUSTOM_ACTION_MAX.secret} visible ASCII characters and spaces.`)
  if (auth === 'basic' && (!hasText(authName) || /[:\p{Cc}]/u.test(authName)))
    throw invalidParams('authName must be a user name without a colon.')
  if (auth !== 'bearer') checkLength(authName, CUSTOM_ACTION_MAX.authName, 'authName')
  if (auth === 'header') checkHeaders({ [authName]: secret })
}

/** Values of an action's parameters as they came, checked: INVALID_PARAMS for one that is missing, unknown or of another type. */
export function readInput(
  { parameters }: Pick<CustomAction, 'parameters'>,
  values: Record<string, unknown>,
): ActionInput {
  const unknown = Object.keys(values).find((name) => !parameters.some((one) => one.name === name))
  if (unknown !== undefined) throw invalidParams(`${JSON.stringify(unknown.slice(0, 50))} is not a parameter.`)
  const given = parameters.flatMap(({ name, type, required }): [string, string | number | boolean][] => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value === undefined || value === null || value === '') {
      if (required) throw invalidParams(`${name} is required.`)
      return []
    }
    const isRight = typeof value === type && (typeof value !== 'number' || Number.isFinite(value))
    if (!isRight) throw invalidParams(`${name} must be a ${type}.`)
    if (typeof value === 'string') {
      if (value.includes('\0') || !value.isWellFormed())
        throw invalidParams(`${name} has characters that are not text.`)
      checkValueLength(name, value)
    }
    return [[name, value as string | number | boolean]]
  })
  return Object.fromEntries(given)
}

/** Names that the service fills in and that are not known here; the action does not run without them. */
export function missingFacts(action: CustomAction, facts: ActionFacts): FactName[] {
  return neededFacts(action).filter((name) => facts[name] === null)
}

export function neededFacts({ url, bodyTemplate, answerTemplate }: CustomAction): FactName[] {
  return [...new Set([url, bodyTemplate, answerTemplate].flatMap(placeholdersOf))].filter(isFact)
}

/** What templates read: the facts, which no parameter replaces, and the parameters. */
export const reader =
  (input: ActionInput, facts: ActionFacts): ReadValue =>
  (name) =>
    isFact(name) ? (facts[name] ?? undefined) : Object.hasOwn(input, name) ? input[name] : undefined

import type { CustomAction, LoggedRun } from '../../../../api/records.ts'
import { t } from '../../../../base/texts.ts'

/** Words for what actions are, and for who ran them. */

export const RISKS: Record<CustomAction['risk'], string> = {
  read: t('Only reads'),
  write: t('Changes little'),
  approval: t('Needs approval'),
}

export const AUTHS: Record<CustomAction['auth'], string> = {
  none: t('None'),
  bearer: t('Bearer token'),
  basic: t('Basic (user name and password)'),
  header: t('Header'),
}

export const TYPES: Record<CustomAction['parameters'][number]['type'], string> = {
  string: t('Text'),
  number: t('Number'),
  boolean: t('Yes or no'),
}

export const SOURCES: Record<LoggedRun['source'], string> = {
  ai_agent: t('AI agent'),
  member: t('Member'),
  test: t('Test'),
}

/** Placeholders that the service fills in. */
export const FACTS = ['contact.id', 'contact.email', 'order.number', 'order.id', 'conversation.id']

/** Placeholders of these that an action uses. */
export const factsOf = ({ url, bodyTemplate, answerTemplate }: CustomAction): string[] =>
  FACTS.filter((name) => [url, bodyTemplate, answerTemplate].some((text) => text.includes(`{{${name}}}`)))

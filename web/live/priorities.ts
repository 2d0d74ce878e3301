import type { Priority, TargetKind } from '../api/records.ts'
import { t } from '../base/texts.ts'

/** How urgent a conversation is, the most urgent first. */
export const PRIORITIES: Record<Priority, string> = {
  urgent: t('Urgent'),
  high: t('High'),
  normal: t('Normal'),
  low: t('Low'),
}

/** What a conversation's clock counts down to. */
export const TARGETS: Record<TargetKind, string> = {
  first_reply: t('First reply'),
  next_reply: t('Next reply'),
  resolve: t('Resolving'),
}

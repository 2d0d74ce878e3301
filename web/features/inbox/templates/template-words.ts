import type { MessageTemplate } from '../../../api/records.ts'
import { t } from '../../../base/texts.ts'

/** Meta's words for templates, in the member's. */

const STATUSES: Record<string, string> = {
  PENDING: t('In review'),
  REJECTED: t('Rejected'),
  PAUSED: t('Paused'),
  DISABLED: t('Disabled'),
  IN_APPEAL: t('In appeal'),
  PENDING_DELETION: t('Being deleted'),
  DELETED: t('Deleted'),
  LIMIT_EXCEEDED: t('Limit exceeded'),
}
const CATEGORIES: Record<string, string> = {
  MARKETING: t('Marketing'),
  UTILITY: t('Utility'),
  AUTHENTICATION: t('Authentication'),
}

export const categoryOf = (category: string) => CATEGORIES[category] ?? category

/** Why a template cannot be sent; null where it can. */
export function obstacleOf({ status, content }: MessageTemplate): string | null {
  if (status !== 'APPROVED') return STATUSES[status] ?? status
  if (content.obstacle === 'media') return t('needs a file, which cannot be sent from here')
  return content.obstacle && t('cannot be sent from here')
}

/** What a template costs, by Meta's prices per delivered template. */
export function priceOf(category: string, isOpen: boolean): string {
  if (category === 'UTILITY' && isOpen) return t('Free: the customer’s 24 hours are still open.')
  if (category === 'UTILITY') return t('Meta charges for it, because the customer’s 24 hours are over.')
  return t('Meta always charges for it.')
}

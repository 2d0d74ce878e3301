import type { ReplyRecipients } from '../api/records.ts'
import { t } from '../base/texts.ts'

/** Recipients of a mail in one line. */
export function listRecipients({ to, cc = [], bcc = [] }: ReplyRecipients): string {
  const lists = [t('To {0}', to.join(', '))]
  if (cc.length > 0) lists.push(t('Cc {0}', cc.join(', ')))
  if (bcc.length > 0) lists.push(t('Bcc {0}', bcc.join(', ')))
  return lists.join(' · ')
}

import type { Conversation } from '../../../api/records.ts'
import { t } from '../../../base/texts.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { onDemand } from '../../../ui/on-demand.tsx'

export const TemplateDialog = onDemand(() => import('./TemplateDialog.tsx'))

interface Props {
  conversation: Conversation
  isIcon?: boolean
  onOpen: () => void
}

/** A button that opens the templates of WhatsApp; nothing on other channels. */
export function SendTemplate({ conversation, isIcon = false, onOpen }: Props) {
  if (conversation.channels[0] !== 'phone_messenger') return null
  if (isIcon) return <IconButton icon="bolt" label={t('Send a template')} onClick={onOpen} />
  return <Button onClick={onOpen}>{t('Send a template')}</Button>
}

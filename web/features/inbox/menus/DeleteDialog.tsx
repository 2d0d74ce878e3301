import { go, pathTo } from '../../../base/router.ts'
import { t } from '../../../base/texts.ts'
import { removeConversation } from '../../../live/conversation-actions.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import type { MenuProps } from './asking.ts'

/** Asks once more before a conversation is deleted. */
export default function DeleteDialog({ asking: { ids }, onAsk }: MenuProps) {
  const [id = ''] = ids
  return (
    <Dialog label={t('Delete the conversation')} onClose={() => onAsk(null)} className="ask">
      <h2>{t('Delete this conversation?')}</h2>
      <p>{t('Its messages, notes and files are permanently deleted. The contact is kept.')}</p>
      <div className="ask-acts">
        <Button onClick={() => onAsk(null)}>{t('Keep it')}</Button>
        <Button
          kind="danger"
          onClick={() => {
            onAsk(null)
            go(pathTo('open'))
            void removeConversation(id)
          }}
        >
          {t('Delete')}
        </Button>
      </div>
    </Dialog>
  )
}

import type { Conversation } from '../../../api/records.ts'
import { addSpamSender } from '../../../api/spam.ts'
import { useStore } from '../../../base/store.ts'
import { t } from '../../../base/texts.ts'
import { setSpam } from '../../../live/conversation-actions.ts'
import { inbox } from '../../../live/state.ts'
import { Button } from '../../../ui/Button.tsx'
import { attempt } from '../../../ui/forms.ts'

/** Says that a conversation is spam; an admin makes its sender, or their whole domain, always spam. */
export default function SpamLine({ conversation: { id, customerEmail, channels } }: { conversation: Conversation }) {
  const isAdmin = useStore(inbox, (state) => state.me.member.role === 'admin')
  const senders = isAdmin && customerEmail && channels[0] === 'email' ? [customerEmail, domainOf(customerEmail)] : []
  return (
    <div className="collision spam-line" role="status">
      <span>{t('This conversation is spam.')}</span>
      <Button kind="quiet" onClick={() => void setSpam([id], false)}>
        {t('Not spam')}
      </Button>
      {senders.map((sender) => (
        <Button
          key={sender}
          kind="quiet"
          onClick={() => void attempt(() => addSpamSender(sender), t('Always spam: {0}', sender))}
        >
          {t('Always from {0}', sender)}
        </Button>
      ))}
    </div>
  )
}

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1)

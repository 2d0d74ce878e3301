import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { availabilityQuery } from '../../../api/messages.ts'
import type { Availability, Conversation } from '../../../api/records.ts'
import { language, t } from '../../../base/texts.ts'
import { duration, moment } from '../../../base/time.ts'
import { CHANNELS } from '../../../live/views.ts'
import { SendTemplate } from '../templates/SendTemplate.tsx'

/** From then on it is worth hurrying. */
const SOON_MS = 4 * 60 * 60 * 1000

/** How long the conversation's channel still takes replies, as the service says, before it refuses one. */
export function ChannelWindow({ conversation, onTemplate }: { conversation: Conversation; onTemplate: () => void }) {
  const { data, refetch } = useQuery(availabilityQuery(conversation.id))
  const now = useMinute()
  const channel = conversation.channels[0] ?? ''
  const left = data?.repliesUntil ? Date.parse(data.repliesUntil) - now : null
  const hasEnded = left !== null && left <= 0
  useEffect(() => {
    if (hasEnded) void refetch()
  }, [hasEnded, refetch])
  if (!data) return null
  const name = channel === 'email' && language === 'en' ? 'email' : (CHANNELS[channel] ?? channel)
  if (data.reason) {
    return (
      <p className="channel-window over" role="status">
        {refusal(data, name)} {t('An internal note can be written at any time.')}{' '}
        {(data.reason === 'window-closed' || data.reason === 'no-recipient') && (
          <SendTemplate conversation={conversation} onOpen={onTemplate} />
        )}
      </p>
    )
  }
  if (channel === 'online_store' || hasEnded) return null
  const way = wayOf(data, name)
  if (left === null) return <p className="channel-window">{way}</p>
  return (
    <p className={left < SOON_MS ? 'channel-window soon' : 'channel-window'}>
      {way}{' '}
      {t('{0} accepts replies for another {1}, until {2}.', name, duration(left), moment(data.repliesUntil as string))}
    </p>
  )
}

/** Describes the recipient of a reply. */
function wayOf({ account, subject }: Availability, name: string): string {
  if (!account) return t('{0} is not connected, so replies are not sent.', name)
  const from = account.address ?? account.name
  if (from && subject) return t('Replies are sent by {0} from {1}, with the subject “{2}”.', name, from, subject)
  return from ? t('Replies are sent by {0} from {1}.', name, from) : t('Replies are sent by {0}.', name)
}

function refusal({ reason, windowHours }: Availability, name: string): string {
  if (reason === 'no-address') return t('The customer has no email address, so replies cannot be sent.')
  if (reason === 'no-recipient') return t('{0} accepts replies only after the customer has written.', name)
  if (reason === 'account-broken')
    return t('The store’s {0} account is not working. An admin can fix it in Settings.', name)
  if (reason === 'account-disconnected') return t('The store’s {0} account was removed.', name)
  return t(
    '{1} accepts replies for {0} hours after the customer’s last message. You can reply again when the customer writes.',
    windowHours,
    name,
  )
}

/** The time, by the minute. */
function useMinute(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

import { useEffect, useState } from 'react'
import { useStore } from '../../api/store.ts'
import type { Conversation } from '../../api/types.ts'
import { duration, moment } from '../../ui/time.ts'
import { inbox } from './state.ts'
import { CHANNELS } from './views.ts'

/** Channels that take replies for a while only after the customer wrote (the service refuses them afterwards). */
const WINDOWED = ['social_messenger', 'photo_social', 'phone_messenger']
const WINDOW_MS = 24 * 60 * 60 * 1000
/** From then on it is worth hurrying. */
const SOON_MS = 4 * 60 * 60 * 1000

/** How long the conversation's channel still delivers replies, told before it refuses one. */
export function ChannelWindow({ conversation }: { conversation: Conversation }) {
  const thread = useStore(inbox, (state) => state.threads[conversation.id])
  const now = useMinute()
  const channel = conversation.channels[0] ?? ''
  if (!WINDOWED.includes(channel) || !thread?.isKnown) return null
  const said = thread.messages.filter((message) => !message.isAdmin && !message.isDeleted)
  const last = said.reduce((newest, { createdAt }) => Math.max(newest, Date.parse(createdAt)), 0)
  // Further back than what is loaded: long over. In a thread that is whole: never.
  const left = last + WINDOW_MS - now
  const name = (CHANNELS[channel] ?? channel).toLowerCase()
  if (left > 0) {
    return (
      <p className={left < SOON_MS ? 'channel-window soon' : 'channel-window'}>
        The {name} takes replies for another {duration(left)}, until {moment(new Date(last + WINDOW_MS).toISOString())}.
      </p>
    )
  }
  return (
    <p className="channel-window over" role="status">
      {last === 0 && thread.nextCursor === null
        ? `The ${name} takes replies only after the customer wrote. A note can be written at any time.`
        : `The 24 hours in which the ${name} takes replies are over, until the customer writes again. A note can be written at any time.`}
    </p>
  )
}

/** The time, by the minute. */
function useMinute(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  // What has come since the last minute began counts, too.
  return Math.max(now, Date.now())
}

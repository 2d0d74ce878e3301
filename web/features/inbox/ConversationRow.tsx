import { memo } from 'react'
import { useMembers } from '../../api/team/team.ts'
import { useTeams } from '../../api/team/teams.ts'
import { Link } from '../../base/router.ts'
import { useStore } from '../../base/store.ts'
import { t } from '../../base/texts.ts'
import { ago, comingTime, moment } from '../../base/time.ts'
import { contactName } from '../../live/contact-name.ts'
import { PRIORITIES } from '../../live/priorities.ts'
import { inbox } from '../../live/state.ts'
import { CHANNELS } from '../../live/views.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { DueChip } from './due/DueChip.tsx'

/** Sender of the last message, in front of its text. */
const SENDERS = { customer: '', agent: t('Team: '), bot: t('AI: '), system: '' }

interface Props {
  id: string
  href: string
  isCurrent: boolean
  isSelected: boolean
  onSelect: (id: string, isRange: boolean) => void
}

/** One conversation in a list. */
export const ConversationRow = memo(function ConversationRow({ id, href, isCurrent, isSelected, onSelect }: Props) {
  const one = useStore(inbox, (state) => state.conversations[id])
  const members = useMembers()
  const teams = useTeams()
  const isTyping = useStore(inbox, (state) => state.typing[id]?.some(({ from }) => from === 'customer') ?? false)
  const isUnsent = useStore(inbox, (state) => state.pending[id]?.some(({ error }) => error !== null) ?? false)
  if (!one) return null
  const name = contactName(one)
  const assignee = members.find((member) => member.id === one.memberId)
  const team = teams.find(({ id: teamId }) => teamId === one.team)
  const sender = one.lastMessage ? SENDERS[one.lastMessage.senderType] : ''
  const classes = ['row', isCurrent && 'current', isSelected && 'selected', !one.isRead && 'unread']
  return (
    <div className={classes.filter(Boolean).join(' ')}>
      <label className="row-check">
        <input
          type="checkbox"
          checked={isSelected}
          aria-label={t('Select the conversation with {0}', name)}
          onChange={(event) => onSelect(id, (event.nativeEvent as MouseEvent).shiftKey)}
        />
        <Avatar name={name} size={32} online={one.isOnline} />
      </label>
      <Link href={href} className="row-link" aria-current={isCurrent ? 'true' : undefined}>
        <span className="row-top">
          <span className="row-name" dir="auto">
            {name}
          </span>
          {one.priority && (
            <span className={`row-priority ${one.priority}`} title={t('Priority: {0}', PRIORITIES[one.priority])}>
              {PRIORITIES[one.priority]}
            </span>
          )}
          {one.isStarred && (
            <span className="row-star">
              <Icon name="star" size={12} filled />
              <span className="sr-only">{t('starred')}</span>
            </span>
          )}
          <time
            className="row-time"
            dateTime={one.lastActive ?? undefined}
            title={one.lastActive ? moment(one.lastActive) : undefined}
          >
            {ago(one.lastActive)}
          </time>
        </span>
        <span className="row-text" dir="auto">
          {isTyping ? <em>{t('typing…')}</em> : sender + (one.lastMessage?.text || t('No messages yet'))}
        </span>
        <span className="row-foot">
          {!one.isRead && <span className="sr-only">{t('unread')}</span>}
          <DueChip conversation={one} />
          {isUnsent && <span className="chip whole unsent">{t('Not sent')}</span>}
          {one.snoozedUntil && <span className="chip whole when">{t('Until {0}', comingTime(one.snoozedUntil))}</span>}
          {one.returnedAt && <span className="chip whole back">{t('Snooze ended')}</span>}
          {team && (
            <span className="chip team">
              {team.emoji && <span aria-hidden="true">{team.emoji} </span>}
              {team.name}
            </span>
          )}
          {one.waitsForApproval && <span className="chip whole back">{t('Approval needed')}</span>}
          {one.isChatBot && <span className="chip whole ai">{t('AI agent')}</span>}
          {one.status === 'resolved' && <span className="chip whole">{t('Resolved')}</span>}
          {one.channels[0] && one.channels[0] !== 'online_store' && (
            <span className="chip whole">{CHANNELS[one.channels[0]] ?? one.channels[0].replaceAll('_', ' ')}</span>
          )}
          {one.tags.slice(0, 2).map((tag) => (
            <span className="chip" key={tag}>
              {tag}
            </span>
          ))}
          {one.tags.length > 2 && <span className="chip whole">+{one.tags.length - 2}</span>}
          {assignee && (
            <span className="row-assignee">
              <Avatar name={assignee.fullName} url={assignee.avatarUrl} size={16} />
              <span className="sr-only">{t('assigned to {0}', assignee.fullName)}</span>
            </span>
          )}
        </span>
      </Link>
    </div>
  )
})

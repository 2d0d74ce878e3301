import type { Conversation } from '../../../api/records.ts'
import { useMembers } from '../../../api/team/team.ts'
import { useTeams } from '../../../api/team/teams.ts'
import { go, pathTo } from '../../../base/router.ts'
import { t } from '../../../base/texts.ts'
import { contactName } from '../../../live/contact-name.ts'
import { setStatus, toggleStar } from '../../../live/conversation-actions.ts'
import { PRIORITIES } from '../../../live/priorities.ts'
import { CHANNELS } from '../../../live/views.ts'
import { Avatar, TeamMark } from '../../../ui/Avatar.tsx'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { DueChip } from '../due/DueChip.tsx'

interface Props {
  conversation: Conversation
  viewKey: string
  onAct: (what: 'assign' | 'team' | 'tag' | 'snooze' | 'more') => void
  onDetails: () => void
}

/** Head of a conversation: its contact, its assignee, and the most frequent actions. */
export function ConversationHead({ conversation: one, viewKey, onAct, onDetails }: Props) {
  const members = useMembers()
  const { id } = one
  const team = useTeams().find((known) => known.id === one.team)
  const assignee = members.find((member) => member.id === one.memberId)
  return (
    <header className="pane-head">
      <IconButton
        icon="back"
        label={t('Back to the list')}
        className="only-narrow"
        onClick={() => go(pathTo(viewKey))}
      />
      <div className="conversation-title">
        <h2>{contactName(one)}</h2>
        <p>
          {CHANNELS[one.channels[0] ?? ''] ?? t('Online store')}
          {one.isChatBot && <span className="held"> {t('· AI agent answers')}</span>}
          {one.isOnline && <span className="online"> {t('· online now')}</span>}
          {one.isBlock && <span className="blocked"> {t('· blocked')}</span>}
          {one.priority && <span className={`priority ${one.priority}`}> · {PRIORITIES[one.priority]}</span>}
        </p>
      </div>
      <span className="hide-phone">
        <DueChip conversation={one} />
      </span>
      <span className="grow" />
      {team && (
        <Button kind="quiet" onClick={() => onAct('team')} title={t('Team (g)')} className="assignee hide-phone">
          <TeamMark emoji={team.emoji} />
          <span className="text-end">{team.name}</span>
        </Button>
      )}
      <Button kind="quiet" onClick={() => onAct('assign')} title={t('Assign (a)')} className="assignee">
        {assignee ? <Avatar name={assignee.fullName} url={assignee.avatarUrl} size={18} /> : null}
        <span className="text-end">{assignee?.fullName ?? (one.isChatBot ? t('AI agent') : t('Unassigned'))}</span>
      </Button>
      <IconButton
        icon="star"
        label={one.isStarred ? t('Remove star') : t('Star')}
        hint="s"
        filled={one.isStarred}
        className={one.isStarred ? 'starred' : ''}
        onClick={() => void toggleStar([id])}
      />
      {one.status === 'open' && (
        <IconButton icon="clock" label={t('Snooze')} hint="h" className="hide-phone" onClick={() => onAct('snooze')} />
      )}
      <IconButton icon="more" label={t('More')} onClick={() => onAct('more')} />
      <IconButton icon="panel" label={t('Details')} hint="d" onClick={onDetails} className="details-toggle" />
      {one.status === 'open' ? (
        <Button icon="check" title={t('Resolve (e)')} onClick={() => void setStatus([id], 'resolved')}>
          <span className="hide-phone">{t('Resolve')}</span>
        </Button>
      ) : (
        <Button icon="reopen" title={t('Reopen (e)')} onClick={() => void setStatus([id], 'open')}>
          <span className="hide-phone">{t('Reopen')}</span>
        </Button>
      )}
    </header>
  )
}

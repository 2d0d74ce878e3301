import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { StoreTeam } from '../../../api/records.ts'
import { removeTeam, teamsQuery } from '../../../api/team/teams.ts'
import { TEAMS_MAX } from '../../../base/limits.ts'
import { Link, pathTo } from '../../../base/router.ts'
import { t } from '../../../base/texts.ts'
import { TeamMark } from '../../../ui/Avatar.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx'
import { attempt } from '../../../ui/forms.ts'
import { Loading } from '../../../ui/Loading.tsx'
import { TeamDialog } from './TeamDialog.tsx'
import './team.css'

const ASSIGNMENTS: Record<StoreTeam['assignment'], string> = {
  by_hand: t('assigned manually'),
  in_turn: t('round robin'),
  by_load: t('least busy member'),
}

/** The store's teams: make, change and delete them. */
export function Teams() {
  const { data: teams, error, refetch } = useQuery({ ...teamsQuery, staleTime: 0 })
  const [editing, setEditing] = useState<StoreTeam | 'new' | null>(null)
  if (!teams) return <Loading error={error} onRetry={refetch} />
  return (
    <Card
      title={t('Teams')}
      about={t(
        'Conversations are assigned to a team, and by the team to its members: manually, round robin, or to the least busy member. Rules can also assign to a team.',
      )}
    >
      <ul className="lines">
        {teams.map((team) => (
          <li key={team.id}>
            <TeamMark emoji={team.emoji} size={28} />
            <div>
              <strong>
                <Link href={pathTo(`team:${team.id}`)}>{team.name}</Link>
              </strong>
              <p className="about">{wordsOf(team)}</p>
            </div>
            <Button onClick={() => setEditing(team)}>{t('Edit')}</Button>
            <ConfirmButton
              label={t('Delete')}
              question={t('Its conversations are kept, without a team.')}
              onConfirm={() => attempt(() => removeTeam(team.id), t('Team deleted'))}
            />
          </li>
        ))}
      </ul>
      {teams.length === 0 && (
        <p className="none">{t('No teams yet. Sales and support, say, or one for each language.')}</p>
      )}
      <p className="team-new">
        <Button kind="primary" disabled={teams.length >= TEAMS_MAX.teams} onClick={() => setEditing('new')}>
          {t('New team')}
        </Button>
      </p>
      {editing && <TeamDialog team={editing === 'new' ? undefined : editing} onClose={() => setEditing(null)} />}
    </Card>
  )
}

/** 3 members · in turn · new conversations. */
function wordsOf({ memberIds, assignment, receivesNew, receivesHandoffs }: StoreTeam): string {
  const parts = [
    t('{0} member|{0} members', memberIds.length),
    ASSIGNMENTS[assignment],
    receivesNew && t('new conversations'),
    receivesHandoffs && t('handoffs'),
  ]
  return parts.filter(Boolean).join(' · ')
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AccessChoice } from '../../../api/records.ts'
import { accessQuery, saveAccess, useTeams } from '../../../api/team/teams.ts'
import { t } from '../../../base/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Form } from '../../../ui/Form.tsx'
import { attempt } from '../../../ui/forms.ts'
import { Loading } from '../../../ui/Loading.tsx'

type Members = AccessChoice['members']

const CHOICES: [Members, string][] = [
  ['all', t('All conversations')],
  ['teams_and_unassigned', t('Conversations of their teams, their own, and unassigned ones without a team')],
  ['teams', t('Only conversations of their teams and their own')],
]

/** Chooses which conversations members see. `members` are those who are not admins. */
export function ConversationAccess({ members }: { members: readonly { id: string }[] }) {
  const { data: choice, error, refetch } = useQuery(accessQuery)
  const [changed, setChanged] = useState<Members | null>(null)
  const inTeams = new Set(useTeams().flatMap(({ memberIds }) => memberIds))
  if (!choice) return <Loading error={error} onRetry={refetch} />
  const chosen = changed ?? choice.members
  const without = members.filter(({ id }) => !inTeams.has(id)).length
  return (
    <Card
      title={t('Conversation access')}
      about={t(
        'What members see in the inbox, search, reports and notifications. Admins see all conversations; every member sees all contacts and orders.',
      )}
    >
      <Form onSave={() => attempt(() => saveAccess(chosen), t('Saved'))}>
        <fieldset className="choices access-choices">
          <legend>{t('Members see')}</legend>
          {CHOICES.map(([value, title]) => (
            <label key={value}>
              <input type="radio" name="access" checked={chosen === value} onChange={() => setChanged(value)} />
              {title}
            </label>
          ))}
        </fieldset>
        {chosen !== 'all' && without > 0 && (
          <p className="about" role="status">
            {t(
              '{0} member is in no team, and sees their own conversations at most.|{0} members are in no team, and see their own conversations at most.',
              without,
            )}
          </p>
        )}
        <Button type="submit" disabled={chosen === choice.members}>
          {t('Save the access')}
        </Button>
      </Form>
    </Card>
  )
}

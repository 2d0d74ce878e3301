import { useState } from 'react'
import type { SingleSignOn } from '../../../api/records.ts'
import type { SingleSignOnChange } from '../../../api/single-sign-on.ts'
import { useTeams } from '../../../api/team/teams.ts'
import { t } from '../../../base/texts.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Form } from '../../../ui/Form.tsx'

type Rule = SingleSignOn['groups'][number]

/** Roles and teams that groups at the issuer give, applied at each sign-in. */
export function GroupRules({
  settings,
  onSave,
}: {
  settings: SingleSignOn
  onSave: (change: Partial<SingleSignOnChange>) => Promise<boolean>
}) {
  const teams = useTeams()
  const [rules, setRules] = useState<(Rule & { key: number })[]>(() =>
    settings.groups.map((rule, key) => ({ ...rule, key })),
  )
  const change = (key: number, part: Partial<Rule>) =>
    setRules(rules.map((rule) => (rule.key === key ? { ...rule, ...part } : rule)))
  return (
    <Card
      title={t('Groups')}
      about={t('At each sign-in, members get the role and the teams of their groups, and lose those of other groups.')}
    >
      <Form
        onSave={(form) =>
          onSave({
            groupClaim: form('claim'),
            groups: rules.map(({ group, role, teamId }) => ({ group, role, teamId })),
          })
        }
      >
        <label>
          {t('Claim that lists groups')}
          <input name="claim" defaultValue={settings.groupClaim} maxLength={64} required />
        </label>
        {rules.map(({ key, group, role, teamId }, at) => (
          <div key={key} className="row-form">
            <input
              aria-label={t('Group {0}', at + 1)}
              value={group}
              maxLength={200}
              required
              onChange={({ target }) => change(key, { group: target.value })}
            />
            <select
              aria-label={t('Role of group {0}', at + 1)}
              value={role ?? ''}
              onChange={({ target }) => change(key, { role: (target.value || null) as Rule['role'] })}
            >
              <option value="">{t('No role')}</option>
              <option value="member">{t('Member')}</option>
              <option value="admin">{t('Admin')}</option>
            </select>
            <select
              aria-label={t('Team of group {0}', at + 1)}
              value={teamId ?? ''}
              onChange={({ target }) => change(key, { teamId: target.value || null })}
            >
              <option value="">{t('No team')}</option>
              {teams.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
            <IconButton
              icon="close"
              label={t('Remove group {0}', at + 1)}
              onClick={() => setRules(rules.filter((rule) => rule.key !== key))}
            />
          </div>
        ))}
        <Button
          onClick={() =>
            setRules([
              ...rules,
              { key: Math.max(-1, ...rules.map(({ key }) => key)) + 1, group: '', role: null, teamId: null },
            ])
          }
        >
          {t('Add a group')}
        </Button>
        <Button type="submit" kind="primary">
          {t('Save')}
        </Button>
      </Form>
    </Card>
  )
}

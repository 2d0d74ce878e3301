import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RuleDraft, RuleRecord } from '../../../api/records.ts'
import { useSegments } from '../../../api/segments.ts'
import { endpointsQuery } from '../../../api/store/rule-endpoints.ts'
import { addRule, changeRule, orderRules, rulesQuery } from '../../../api/store/rules.ts'
import { useMembers } from '../../../api/team/team.ts'
import { RULES_MAX } from '../../../base/limits.ts'
import { t } from '../../../base/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { attempt } from '../../../ui/forms.ts'
import { Loading } from '../../../ui/Loading.tsx'
import { focusSoon, useMoves } from '../../../ui/moves.ts'
import { EMPTY_RULE, EXAMPLES } from './draft.ts'
import { Endpoints } from './Endpoints.tsx'
import { RuleEditor } from './RuleEditor.tsx'
import { RuleLine } from './RuleLine.tsx'
import './rules.css'

/** What is done by itself with conversations, in order. */
export default function Rules() {
  const { data: rules, error, refetch } = useQuery(rulesQuery)
  const [made, make] = useState<RuleDraft | null>(null)
  const [editing, setEditing] = useState<string | null>(null)
  const members = useMembers()
  useSegments() // rules name them
  useQuery(endpointsQuery) // and these
  const [moved, setMoved] = useState('')
  const pressed = useMoves(rules)
  if (!rules) return <Loading error={error} onRetry={refetch} />

  /** An example that chooses among members begins with all of them. */
  const withTeam = (rule: RuleDraft): RuleDraft => {
    const team = members.filter(({ active }) => active).map(({ id }) => id)
    const values = team.slice(0, RULES_MAX.values)
    return { ...rule, actions: rule.actions.map((act) => (act.do === 'assign_in_turn' ? { ...act, values } : act)) }
  }
  const move = (rule: RuleRecord, by: 1 | -1) => {
    const ids = rules.map(({ id }) => id)
    const at = ids.indexOf(rule.id)
    pressed.current = { id: rule.id, by }
    void attempt(async () => {
      await orderRules(ids.toSpliced(at, 1).toSpliced(at + by, 0, rule.id))
      setMoved(t('{0}: place {1} of {2}', rule.name, at + by + 1, ids.length))
    })
  }
  return (
    <>
      <p className="about rules-about">
        {t(
          'Rules run top to bottom, shortly after the trigger. A rule never triggers another rule. Test it on past conversations before you turn it on.',
        )}
      </p>
      {made ? (
        <Card title={t('New rule')}>
          <RuleEditor
            rule={made}
            onSave={addRule}
            onClose={() => {
              make(null)
              focusSoon('new-rule')
            }}
          />
        </Card>
      ) : (
        <Button
          id="new-rule"
          kind="primary"
          icon="plus"
          className="rules-new"
          disabled={rules.length >= RULES_MAX.rules}
          onClick={() => make(EMPTY_RULE)}
        >
          {t('New rule')}
        </Button>
      )}
      {rules.length === 0 && !made && <Examples onPick={(rule) => make(withTeam(rule))} />}
      {rules.length > 0 && (
        <Card title={t('All rules')}>
          <ol className="rules">
            {rules.map((rule, i) =>
              editing === rule.id ? (
                <li key={rule.id} className="rule">
                  <RuleEditor
                    rule={rule}
                    onSave={(change) => changeRule(rule.id, change)}
                    onClose={() => {
                      setEditing(null)
                      focusSoon(`edit-${rule.id}`)
                    }}
                  />
                </li>
              ) : (
                <RuleLine
                  key={rule.id}
                  rule={rule}
                  place={i + 1}
                  count={rules.length}
                  onMove={(by) => move(rule, by)}
                  onEdit={() => setEditing(rule.id)}
                />
              ),
            )}
          </ol>
        </Card>
      )}
      <Endpoints />
      <p className="sr-only" role="status">
        {moved}
      </p>
    </>
  )
}

function Examples({ onPick }: { onPick: (rule: RuleDraft) => void }) {
  return (
    <Card title={t('Templates')} about={t('No rules yet. Start with a template and change it as you like.')}>
      <ul className="lines">
        {EXAMPLES.map(({ about, rule }) => (
          <li key={rule.name}>
            <div>
              <strong>{rule.name}</strong>
              <p className="about">{about}</p>
            </div>
            <Button onClick={() => onPick(rule)} aria-label={t('Use this template: {0}', rule.name)}>
              {t('Use this template')}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addGuidance, changeGuidance, guidanceQuery, orderGuidance } from '../../../../api/guidance.ts'
import type { GuidanceDraft, GuidanceRecord } from '../../../../api/records.ts'
import { useSegments } from '../../../../api/segments.ts'
import { useTeams } from '../../../../api/team/teams.ts'
import { GUIDANCE_MAX } from '../../../../base/limits.ts'
import { t } from '../../../../base/texts.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Card } from '../../../../ui/Card.tsx'
import { attempt } from '../../../../ui/forms.ts'
import { Loading } from '../../../../ui/Loading.tsx'
import { focusSoon, useMoves } from '../../../../ui/moves.ts'
import { EMPTY_GUIDANCE, TEMPLATES } from './draft.ts'
import { GuidanceEditor } from './GuidanceEditor.tsx'
import { GuidanceLine } from './GuidanceLine.tsx'
import './guidance.css'

/** What the AI agent does in situations that admins describe, in order. */
export default function Guidance() {
  const { data: all, error, refetch } = useQuery(guidanceQuery)
  const [made, make] = useState<GuidanceDraft | null>(null)
  const [editing, setEditing] = useState<string | null>(null)
  useSegments() // conditions name them
  useTeams() // and handoffs these
  const [moved, setMoved] = useState('')
  const pressed = useMoves(all)
  if (!all) return <Loading error={error} onRetry={refetch} />

  const move = ({ id, name }: GuidanceRecord, by: 1 | -1) => {
    const ids = all.map((one) => one.id)
    const at = ids.indexOf(id)
    pressed.current = { id, by }
    void attempt(async () => {
      await orderGuidance(ids.toSpliced(at, 1).toSpliced(at + by, 0, id))
      setMoved(t('{0}: place {1} of {2}', name, at + by + 1, ids.length))
    })
  }
  return (
    <>
      <p className="about guidance-about">
        {t(
          'Guidance tells the AI agent what to ask, say and do in a situation. The first one that matches is followed; anything else is answered as usual. The playground also follows guidance that is off.',
        )}
      </p>
      {made ? (
        <Card title={t('New guidance')}>
          <GuidanceEditor
            guidance={made}
            onSave={addGuidance}
            onClose={() => {
              make(null)
              focusSoon('new-guidance')
            }}
          />
        </Card>
      ) : (
        <Button
          id="new-guidance"
          kind="primary"
          icon="plus"
          className="guidance-new"
          disabled={all.length >= GUIDANCE_MAX.guidance}
          onClick={() => make(EMPTY_GUIDANCE)}
        >
          {t('New guidance')}
        </Button>
      )}
      {all.length === 0 && !made && <Templates onPick={make} />}
      {all.length > 0 && (
        <Card title={t('All guidance')}>
          <ol className="guidance-list">
            {all.map((one, i) =>
              editing === one.id ? (
                <li key={one.id}>
                  <GuidanceEditor
                    guidance={one}
                    onSave={(change) => changeGuidance(one.id, change)}
                    onClose={() => {
                      setEditing(null)
                      focusSoon(`edit-${one.id}`)
                    }}
                  />
                </li>
              ) : (
                <GuidanceLine
                  key={one.id}
                  guidance={one}
                  place={i + 1}
                  count={all.length}
                  onMove={(by) => move(one, by)}
                  onEdit={() => setEditing(one.id)}
                />
              ),
            )}
          </ol>
        </Card>
      )}
      <p className="sr-only" role="status">
        {moved}
      </p>
    </>
  )
}

function Templates({ onPick }: { onPick: (guidance: GuidanceDraft) => void }) {
  return (
    <Card title={t('Templates')} about={t('No guidance yet. Start with a template and change it as you like.')}>
      <ul className="lines">
        {TEMPLATES.map(({ about, guidance }) => (
          <li key={guidance.name}>
            <div>
              <strong>{guidance.name}</strong>
              <p className="about">{about}</p>
            </div>
            <Button onClick={() => onPick(guidance)} aria-label={t('Use this template: {0}', guidance.name)}>
              {t('Use this template')}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

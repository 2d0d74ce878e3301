import { useEffect, useState } from 'react'
import { useStore } from '../../api/store.ts'
import { Button } from '../../ui/Button.tsx'
import { moment } from '../../ui/time.ts'
import { complain } from '../../ui/toast.tsx'
import { inbox } from '../inbox/state.ts'
import { type AuditEntry, getAuditLog } from './calls.ts'
import { Card } from './parts.tsx'

const said = (action: string) => action.replace('.', ': ').replaceAll('_', ' ')

/** Who changed what of the store. */
export default function Audit() {
  const members = useStore(inbox, (state) => state.members)
  const [entries, setEntries] = useState<AuditEntry[] | null>(null)
  const [cursor, setCursor] = useState<string | null>(null)
  const load = (from: string | null) =>
    getAuditLog(from).then(({ data, paging }) => {
      setEntries((before) => (from ? [...(before ?? []), ...data] : data))
      setCursor(paging.nextCursor)
    }, complain)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => void load(null), [])
  return (
    <Card title="Changes" about="Settings, team, credentials, privacy and deletion; newest first.">
      {entries === null && <p className="more">Loading…</p>}
      {entries?.length === 0 && <p className="none">Nothing yet.</p>}
      <ul className="lines">
        {entries?.map(({ id, at, memberId, action, details }) => (
          <li key={id}>
            <div>
              <strong>{said(action)}</strong>
              <p className="about">
                {members.find((member) => member.id === memberId)?.fullName ?? memberId} · {moment(at)}
              </p>
              {Object.keys(details).length > 0 && <code className="details-code">{JSON.stringify(details)}</code>}
            </div>
          </li>
        ))}
      </ul>
      {cursor && <Button onClick={() => void load(cursor)}>Earlier</Button>}
    </Card>
  )
}

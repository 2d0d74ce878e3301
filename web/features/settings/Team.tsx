import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { changeMember, invite, makePasswordLink, resetSecondFactor, teamQuery, withdraw } from '../../api/team.ts'
import { MEMBER_LINK_MS } from '../../base/limits.ts'
import { useStore } from '../../base/store.ts'
import { date } from '../../base/time.ts'
import { inbox } from '../../live/state.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import { Copyable } from '../../ui/Copyable.tsx'
import { attempt, fields } from '../../ui/forms.ts'
import { Loading } from '../../ui/Loading.tsx'

const DAY_MS = 24 * 60 * 60 * 1000

/** The team's members: invite, change roles, deactivate, activate again. */
export default function Team() {
  const { data, error, refetch } = useQuery(teamQuery)
  const me = useStore(inbox, (state) => state.me.member.id)
  const [link, setLink] = useState<{ who: string; link: string } | null>(null)
  if (!data) return <Loading error={error} onRetry={refetch} />
  return (
    <>
      {link && (
        <Card
          title={`A link for ${link.who}`}
          about={`Hand it over yourself: it is shown this once, works once, and for ${MEMBER_LINK_MS / DAY_MS} days.`}
        >
          <Copyable text={link.link} label="the link" />
          <Button onClick={() => setLink(null)}>Done</Button>
        </Card>
      )}
      <Card title="Invite">
        <form
          className="form row-form"
          onSubmit={(event) => {
            const form = fields(event)
            const target = event.currentTarget
            void attempt(async () => {
              const made = await invite(form('email'), form('role'))
              setLink({ who: made.email, link: made.link })
              target.reset()
            })
          }}
        >
          <input type="email" name="email" aria-label="Email" placeholder="colleague@example.com" required />
          <select name="role" aria-label="Role" defaultValue="member">
            <option value="member">Member</option>
            <option value="admin">Admin</option>
          </select>
          <Button type="submit" kind="primary">
            Make a link
          </Button>
        </form>
        <ul className="lines">
          {data.invitations.map((invitation) => (
            <li key={invitation.id}>
              <div>
                <strong>{invitation.email}</strong>
                <p className="about">
                  Invited as {invitation.role}, until {date(invitation.expiresAt)}
                </p>
              </div>
              <Button onClick={() => void attempt(() => withdraw(invitation.id), 'Withdrawn')}>Withdraw</Button>
            </li>
          ))}
        </ul>
      </Card>
      <Card title={`Members (${data.members.filter(({ active }) => active).length})`}>
        <ul className="lines">
          {data.members.map((member) => (
            <li key={member.id} className={member.active ? '' : 'inactive'}>
              <Avatar name={member.fullName} url={member.avatarUrl} />
              <div>
                <strong>
                  {member.fullName}
                  {member.id === me && ' (you)'}
                </strong>
                <p className="about">
                  {member.email}
                  {member.hasSecondFactor && ' · second factor'}
                  {!member.active && ' · not active'}
                </p>
              </div>
              {member.active && (
                <select
                  aria-label={`Role of ${member.fullName}`}
                  value={member.role}
                  onChange={(event) =>
                    void attempt(() => changeMember(member.id, { role: event.target.value }), 'Role changed')
                  }
                >
                  <option value="member">Member</option>
                  <option value="admin">Admin</option>
                </select>
              )}
              {member.active && member.id !== me && (
                <Button
                  onClick={() =>
                    void attempt(async () => {
                      const made = await makePasswordLink(member.id)
                      setLink({ who: member.fullName, link: made.link })
                    })
                  }
                >
                  New password
                </Button>
              )}
              {member.hasSecondFactor && member.id !== me && (
                <ConfirmButton
                  label="Reset second factor"
                  question="They sign in with the password alone."
                  onConfirm={() => attempt(() => resetSecondFactor(member.id), 'Second factor is off')}
                />
              )}
              {member.id === me ? null : member.active ? (
                <ConfirmButton
                  label="Deactivate"
                  question="They are out at once."
                  onConfirm={() => attempt(() => changeMember(member.id, { active: false }), 'Deactivated')}
                />
              ) : (
                <Button onClick={() => void attempt(() => changeMember(member.id, { active: true }), 'Active again')}>
                  Activate
                </Button>
              )}
            </li>
          ))}
        </ul>
      </Card>
    </>
  )
}

import { useState } from 'react'
import { useStore } from '../../api/store.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { date } from '../../ui/time.ts'
import { useLoad } from '../../ui/useLoad.ts'
import { inbox } from '../inbox/state.ts'
import { fields } from './Account.tsx'
import * as calls from './calls.ts'
import { attempt, Card, Copyable, Loading, Sure } from './parts.tsx'

/** Who is of the team: invite, change roles, lock out, let in again. */
export default function TeamPage() {
  const { data, error, reload } = useLoad(calls.getTeam)
  const me = useStore(inbox, (state) => state.me.member.id)
  const [link, setLink] = useState<{ who: string; link: string } | null>(null)
  if (!data) return <Loading error={error} onRetry={reload} />
  return (
    <>
      {link && (
        <Card
          title={`A link for ${link.who}`}
          about="Hand it over yourself: it is shown this once, works once, and for seven days."
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
              const made = await calls.invite(form('email'), form('role'))
              setLink({ who: made.email, link: made.link })
              target.reset()
              await reload()
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
              <Button onClick={() => void attempt(() => calls.withdraw(invitation.id).then(reload), 'Withdrawn')}>
                Withdraw
              </Button>
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
                    void attempt(
                      () => calls.changeMember(member.id, { role: event.target.value }).then(reload),
                      'Role changed',
                    )
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
                      const made = await calls.makePasswordLink(member.id)
                      setLink({ who: member.fullName, link: made.link })
                    })
                  }
                >
                  New password
                </Button>
              )}
              {member.hasSecondFactor && member.id !== me && (
                <Sure
                  label="Reset second factor"
                  question="They sign in with the password alone."
                  onSure={() => attempt(() => calls.resetSecondFactor(member.id).then(reload), 'Second factor is off')}
                />
              )}
              {member.id === me ? null : member.active ? (
                <Sure
                  label="Deactivate"
                  question="They are out at once."
                  onSure={() =>
                    attempt(() => calls.changeMember(member.id, { active: false }).then(reload), 'Deactivated')
                  }
                />
              ) : (
                <Button
                  onClick={() =>
                    void attempt(() => calls.changeMember(member.id, { active: true }).then(reload), 'Active again')
                  }
                >
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

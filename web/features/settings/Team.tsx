import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { changeMember, invite, makePasswordLink, resetSecondFactor, teamQuery, withdraw } from '../../api/team/team.ts'
import { MEMBER_LINK_MS } from '../../base/limits.ts'
import { useStore } from '../../base/store.ts'
import { t } from '../../base/texts.ts'
import { date } from '../../base/time.ts'
import { inbox } from '../../live/state.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import { Copyable } from '../../ui/Copyable.tsx'
import { attempt, fields } from '../../ui/forms.ts'
import { Loading } from '../../ui/Loading.tsx'
import { SkillsDialog, skillsWords } from './team/SkillsDialog.tsx'
import { Teams } from './team/Teams.tsx'

const DAY_MS = 24 * 60 * 60 * 1000

/** The store's members: invite, change roles, what each takes on, deactivate, activate again; and its teams. */
export default function Team() {
  const { data, error, refetch } = useQuery(teamQuery)
  const me = useStore(inbox, (state) => state.me.member.id)
  const [link, setLink] = useState<{ who: string; link: string } | null>(null)
  const [about, setAbout] = useState<string | null>(null)
  const subject = data?.members.find(({ id }) => id === about)
  if (!data) return <Loading error={error} onRetry={refetch} />
  return (
    <>
      {link && (
        <Card
          title={t('A link for {0}', link.who)}
          about={t(
            'Hand it over yourself: it is shown this once, works once, and for {0} days.',
            MEMBER_LINK_MS / DAY_MS,
          )}
        >
          <Copyable text={link.link} label={t('the link')} />
          <Button onClick={() => setLink(null)}>{t('Done')}</Button>
        </Card>
      )}
      <Card title={t('Invite')}>
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
          <input type="email" name="email" aria-label={t('Email')} placeholder="colleague@example.com" required />
          <select name="role" aria-label={t('Role')} defaultValue="member">
            <option value="member">{t('Member')}</option>
            <option value="admin">{t('Admin')}</option>
          </select>
          <Button type="submit" kind="primary">
            {t('Make a link')}
          </Button>
        </form>
        <ul className="lines">
          {data.invitations.map((invitation) => (
            <li key={invitation.id}>
              <div>
                <strong>{invitation.email}</strong>
                <p className="about">
                  {t(
                    'Invited as {0}, until {1}',
                    t(invitation.role === 'admin' ? 'Admin' : 'Member'),
                    date(invitation.expiresAt),
                  )}
                </p>
              </div>
              <Button onClick={() => void attempt(() => withdraw(invitation.id), t('Withdrawn'))}>
                {t('Withdraw')}
              </Button>
            </li>
          ))}
        </ul>
      </Card>
      <Card title={t('Members ({0})', data.members.filter(({ active }) => active).length)}>
        <ul className="lines">
          {data.members.map((member) => (
            <li key={member.id} className={member.active ? '' : 'inactive'}>
              <Avatar name={member.fullName} url={member.avatarUrl} />
              <div>
                <strong>
                  {member.fullName}
                  {member.id === me && t(' (you)')}
                </strong>
                <p className="about">
                  {member.email}
                  {member.hasSecondFactor && t(' · second factor')}
                  {!member.active && t(' · not active')}
                </p>
                {skillsWords(member) && <p className="about">{skillsWords(member)}</p>}
              </div>
              {member.active && (
                <select
                  aria-label={t('Role of {0}', member.fullName)}
                  value={member.role}
                  onChange={(event) =>
                    void attempt(() => changeMember(member.id, { role: event.target.value }), t('Role changed'))
                  }
                >
                  <option value="member">{t('Member')}</option>
                  <option value="admin">{t('Admin')}</option>
                </select>
              )}
              {member.active && <Button onClick={() => setAbout(member.id)}>{t('Takes on…')}</Button>}
              {member.active && member.id !== me && (
                <Button
                  onClick={() =>
                    void attempt(async () => {
                      const made = await makePasswordLink(member.id)
                      setLink({ who: member.fullName, link: made.link })
                    })
                  }
                >
                  {t('New password')}
                </Button>
              )}
              {member.hasSecondFactor && member.id !== me && (
                <ConfirmButton
                  label={t('Reset second factor')}
                  question={t('They sign in with the password alone.')}
                  onConfirm={() => attempt(() => resetSecondFactor(member.id), t('Second factor is off'))}
                />
              )}
              {member.id === me ? null : member.active ? (
                <ConfirmButton
                  label={t('Deactivate')}
                  question={t('They are out at once.')}
                  onConfirm={() => attempt(() => changeMember(member.id, { active: false }), t('Deactivated'))}
                />
              ) : (
                <Button
                  onClick={() => void attempt(() => changeMember(member.id, { active: true }), t('Active again'))}
                >
                  {t('Activate')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      </Card>
      <Teams />
      {subject && <SkillsDialog member={subject} onClose={() => setAbout(null)} />}
    </>
  )
}

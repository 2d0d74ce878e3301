import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { unlinkMember } from '../../api/single-sign-on.ts'
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
import { Form } from '../../ui/Form.tsx'
import { attempt } from '../../ui/forms.ts'
import { Loading } from '../../ui/Loading.tsx'
import { ConversationAccess } from './team/ConversationAccess.tsx'
import { EndAdmin, type EndOfAdmin } from './team/EndAdmin.tsx'
import { SkillsDialog, skillsWords } from './team/SkillsDialog.tsx'
import { Teams } from './team/Teams.tsx'

const DAY_MS = 24 * 60 * 60 * 1000

/** The store's members: invite, change roles, what each takes on, deactivate, activate again; and its teams. */
export default function Team() {
  const { data, error, refetch } = useQuery(teamQuery)
  const me = useStore(inbox, (state) => state.me.member.id)
  const [link, setLink] = useState<{ who: string; link: string } | null>(null)
  const [about, setAbout] = useState<string | null>(null)
  const [ending, setEnding] = useState<EndOfAdmin | null>(null)
  const subject = data?.members.find(({ id }) => id === about)
  if (!data) return <Loading error={error} onRetry={refetch} />
  return (
    <>
      {link && (
        <Card
          title={t('A link for {0}', link.who)}
          about={t(
            'Share this link yourself. It is shown once, works once and expires in {0} days.',
            MEMBER_LINK_MS / DAY_MS,
          )}
        >
          <Copyable text={link.link} label={t('the link')} />
          <Button onClick={() => setLink(null)}>{t('Done')}</Button>
        </Card>
      )}
      <Card title={t('Invite')}>
        <Form
          className="form row-form"
          empties
          onSave={(form) =>
            attempt(async () => {
              const made = await invite(form('email'), form('role'))
              setLink({ who: made.email, link: made.link })
            })
          }
        >
          <input type="email" name="email" aria-label={t('Email')} placeholder="colleague@example.com" required />
          <select name="role" aria-label={t('Role')} defaultValue="member">
            <option value="member">{t('Member')}</option>
            <option value="admin">{t('Admin')}</option>
          </select>
          <Button type="submit" kind="primary">
            {t('Create invite link')}
          </Button>
        </Form>
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
                  {member.hasSecondFactor && t(' · two-factor authentication')}
                  {!member.active && t(' · not active')}
                </p>
                {skillsWords(member) && <p className="about">{skillsWords(member)}</p>}
              </div>
              {member.active && (
                <select
                  aria-label={t('Role of {0}', member.fullName)}
                  value={member.role}
                  onChange={({ target: { value: role } }) => {
                    if (role === 'member') setEnding({ member, change: { role } })
                    else void attempt(() => changeMember(member.id, { role }), t('Role changed'))
                  }}
                >
                  <option value="member">{t('Member')}</option>
                  <option value="admin">{t('Admin')}</option>
                </select>
              )}
              {member.active && <Button onClick={() => setAbout(member.id)}>{t('Capacity and languages…')}</Button>}
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
                  label={t('Reset two-factor authentication')}
                  question={t('They can then sign in with only their password.')}
                  onConfirm={() => attempt(() => resetSecondFactor(member.id), t('Two-factor authentication is off'))}
                />
              )}
              {member.hasSingleSignOn && member.id !== me && (
                <ConfirmButton
                  label={t('Unlink single sign-on')}
                  question={t('They are signed out, and the next account with their email is linked.')}
                  onConfirm={() => attempt(() => unlinkMember(member.id), t('Unlinked'))}
                />
              )}
              {member.id === me ? null : member.active && member.role === 'admin' ? (
                <Button kind="danger" onClick={() => setEnding({ member, change: { active: false } })}>
                  {t('Deactivate')}
                </Button>
              ) : member.active ? (
                <ConfirmButton
                  label={t('Deactivate')}
                  question={t('They are signed out immediately.')}
                  onConfirm={() => attempt(() => changeMember(member.id, { active: false }), t('Deactivated'))}
                />
              ) : (
                <Button onClick={() => void attempt(() => changeMember(member.id, { active: true }), t('Reactivated'))}>
                  {t('Activate')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      </Card>
      <Teams />
      <ConversationAccess members={data.members.filter(({ active, role }) => active && role === 'member')} />
      {ending && <EndAdmin {...ending} onClose={() => setEnding(null)} />}
      {subject && <SkillsDialog member={subject} onClose={() => setAbout(null)} />}
    </>
  )
}

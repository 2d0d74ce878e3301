import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { changeMe, changePassword, getSignature, saveSignature } from '../../api/account.ts'
import { changing } from '../../api/queries.ts'
import { handBack, useTeams } from '../../api/team/teams.ts'
import { MEMBER_NAME_MAX } from '../../base/limits.ts'
import { useStore } from '../../base/store.ts'
import { t } from '../../base/texts.ts'
import { currentTheme, setTheme, type Theme } from '../../base/theme.ts'
import {
  holdsReplies,
  setHoldsReplies,
  setSuggestsWhileTyping,
  suggestsWhileTyping,
} from '../../live/message-actions.ts'
import { findMe } from '../../live/session.ts'
import { inbox } from '../../live/state.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Form } from '../../ui/Form.tsx'
import { attempt } from '../../ui/forms.ts'
import { Loading } from '../../ui/Loading.tsx'
import { NewPassword } from '../../ui/NewPassword.tsx'
import { SignatureForm } from '../../ui/SignatureForm.tsx'
import { Toggle } from '../../ui/Toggle.tsx'
import { toast } from '../../ui/toast.tsx'
import { Passkeys } from './Passkeys.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { Sessions } from './Sessions.tsx'

/** What members change of themselves. */
export function Account() {
  const { member, hasPassword, hasPasskeys, takesPasskeys } = useStore(inbox, (state) => state.me)
  const teams = useTeams()
  const [theme, show] = useState(currentTheme())
  const [isHolding, setHolding] = useState(holdsReplies)
  const [isSuggesting, setSuggesting] = useState(suggestsWhileTyping)
  return (
    <>
      <Card title={t('Profile')} about={member.email}>
        <Form
          draft="account"
          onSave={(form) => {
            const names = { firstName: form('firstName'), lastName: form('lastName') }
            return attempt(() => changeMe(names).then(findMe), t('Saved'))
          }}
        >
          <div className="two">
            <label>
              {t('First name')}
              <input
                name="firstName"
                defaultValue={member.firstName ?? ''}
                maxLength={MEMBER_NAME_MAX}
                autoComplete="given-name"
              />
            </label>
            <label>
              {t('Last name')}
              <input
                name="lastName"
                defaultValue={member.lastName ?? ''}
                maxLength={MEMBER_NAME_MAX}
                autoComplete="family-name"
              />
            </label>
          </div>
          <Button type="submit">{t('Save')}</Button>
        </Form>
        <Toggle
          label={t('Away')}
          about={t(
            'You appear offline to customers, and teams and rules do not assign anything to you, even while the inbox is open.',
          )}
          isOn={member.enableAwayMode ?? false}
          onChange={(enableAwayMode) => void attempt(() => changeMe({ enableAwayMode }).then(findMe))}
        />
        {member.enableAwayMode && teams.length > 0 && (
          <Button onClick={() => void attempt(handBackMine)}>{t('Return my open conversations to their teams')}</Button>
        )}
      </Card>
      <Card title={t('Replies')}>
        <Toggle
          label={t('Undo send (5 seconds)')}
          about={t(
            'Press Undo or z to pull a reply back into the composer before it is sent. Applies to this browser.',
          )}
          isOn={isHolding}
          onChange={(isOn) => {
            setHoldsReplies(isOn)
            setHolding(isOn)
          }}
        />
        <Toggle
          label={t('Suggest sentences while you type')}
          about={t(
            'Sentences from your articles appear below a reply, each with its article. Press Tab to take the first. Applies to this browser.',
          )}
          isOn={isSuggesting}
          onChange={(isOn) => {
            setSuggestsWhileTyping(isOn)
            setSuggesting(isOn)
          }}
        />
      </Card>
      <OwnSignature />
      <Card title={t('Appearance')}>
        <fieldset className="choices">
          <legend className="sr-only">{t('Light or dark')}</legend>
          {(['auto', 'light', 'dark'] as Theme[]).map((one) => (
            <label key={one}>
              <input
                type="radio"
                name="theme"
                checked={theme === one}
                onChange={() => {
                  setTheme(one)
                  show(one)
                }}
              />
              {{ auto: t('Match system'), light: t('Light'), dark: t('Dark') }[one]}
            </label>
          ))}
        </fieldset>
      </Card>
      {hasPassword && <Password email={member.email} />}
      {hasPassword && <SecondFactor />}
      {(hasPasskeys || (takesPasskeys && 'PublicKeyCredential' in window)) && <Passkeys />}
      <Sessions />
    </>
  )
}

function OwnSignature() {
  const { data, error, refetch } = useQuery({ queryKey: ['signature'], queryFn: ({ signal }) => getSignature(signal) })
  return (
    <Card
      title={t('Email signature')}
      about={t(
        'Added below your emails. {{member}} becomes your name, {{store}} the store’s. Empty: the mailbox’s is used.',
      )}
    >
      {data ? (
        <SignatureForm
          text={data.text}
          draft="signature"
          onSave={(text) => changing(saveSignature(text), 'signature')}
        />
      ) : (
        <Loading error={error} onRetry={refetch} />
      )}
    </Card>
  )
}

async function handBackMine(): Promise<void> {
  const { count, isWhole } = await handBack()
  const text = t('One conversation returned to its team|{0} conversations returned to their teams', count)
  toast(isWhole ? text : `${text} ${t('More remain. Press again to continue.')}`)
}

function Password({ email }: { email: string }) {
  return (
    <Card title={t('Password')} about={t('Changing it signs you out of your other sessions.')}>
      <Form
        empties
        onSave={(form) => attempt(() => changePassword(form('current'), form('password')), t('Password changed'))}
      >
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <label>
          {t('Current password')}
          <input type="password" name="current" autoComplete="current-password" required />
        </label>
        <NewPassword label={t('New password')} />
        <Button type="submit">{t('Change the password')}</Button>
      </Form>
    </Card>
  )
}
